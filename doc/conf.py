# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""How Sphinx makes the pages of ./ns3 docs; its source folder is the root of the checkout."""

from pathlib import Path

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml

project = "lasthop"
version = release = (Path(__file__).parents[1] / "VERSION").read_text(encoding="ascii").strip()
root_doc = "doc/index"
include_patterns = ["doc/*.rst", "src/*/doc/*.rst"]
exclude_patterns = [".*", "build", "examples", "report", "test", "testpy-output", "tools"]
nitpicky = True
highlight_language = "none"  # unless a document says what its code is
html_theme_options = {"page_width": "1180px", "sidebar_width": "260px", "body_max_width": "auto"}
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_extra_path = ["html"]  # index.html, which leads to doc/index.html
html_math_renderer = "mathml"  # MathJax would be fetched by the reader's browser


def _put_formula(page, node):
    page.body.append(tex2mathml(node.astext(), as_block=node.tagname == "math_block"))
    raise SkipNode


def setup(app):
    """What Sphinx calls first."""
    renderers = (_put_formula, None)
    app.add_html_math_renderer("mathml", renderers, renderers)
