# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command tools/ledger."""

import json
import os
import sys

from . import findings, findings_tables, ledger, verdicts
from .build import build
from .configuration import ensure_configured, load
from .errors import UserError, unknown
from .ledger_differences import compare
from .ns3_command import Parser, positive
from .paths import ROOT
from .programs import require_built, require_ledgers, split_words
from .programs import studies as find_studies
from .study_runs import run_check


def parser():
    """The command line."""
    top = Parser(
        prog="tools/ledger",
        allow_abbrev=False,
        description="Compare the results of the studies with their expected results.",
    )
    verbs = top.add_subparsers(dest="verb", metavar="VERB", parser_class=Parser, required=True)
    check = verbs.add_parser(
        "check", help="fail if a verdict or a metric has changed", allow_abbrev=False
    )
    _add_common(check)
    update = verbs.add_parser(
        "update", help="accept the changes, with a reason", allow_abbrev=False
    )
    _add_common(update)
    _add_update(update)
    _add_findings(verbs)
    return top


def _add_common(verb):
    verb.add_argument("studies", nargs="*", metavar="STUDY", help="default: all")
    verb.add_argument(
        "-j", "--jobs", type=positive, default=os.cpu_count(), help="parallel runs, default: all cores"
    )
    verb.add_argument("-n", "--no-build", action="store_true", help="do not build first")


def _add_update(verb):
    verb.add_argument("--reason", metavar="TEXT", help="reason for the change, one line")
    verb.add_argument(
        "--check-options", metavar="OPTIONS", help="options of the run at every check from now on"
    )
    verb.add_argument(
        "--evidence", metavar="FILE", help="JSON file of a run that is long enough to decide"
    )
    verb.add_argument(
        "--evidence-holds", metavar="TEXT", help="why the evidence still holds after the change"
    )


def _add_findings(verbs):
    verb = verbs.add_parser(
        "findings", help="print the verdict on each finding of the papers", allow_abbrev=False
    )
    form = verb.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a list of objects for other programs")
    form.add_argument("--table", action="store_true", help="the table of README.md")
    form.add_argument(
        "--write", action="store_true", help="write the tables into README.md and the chapters"
    )


def main(arguments):
    """Carry out one command line."""
    options = parser().parse_args(arguments)
    if options.verb == "findings":
        return _show_findings(options)
    if options.verb == "update":
        _check_update(options)
    configuration = load()
    if configuration.ns3_dir:
        raise UserError(
            "the ledger holds for the pinned ns-3 wheel: ./ns3 configure --ns3-dir='' takes it"
        )
    ensure_configured(configuration)
    require_ledgers(configuration.folder, options.studies)
    studies = _choose(find_studies(configuration.folder), options.studies)
    if not options.no_build:
        build(configuration, list(studies))
    for name, path in studies.items():
        require_built(name, path)
    return _check(studies, options) if options.verb == "check" else _update(studies, options)


def _show_findings(options):
    if options.write:
        for path in findings_tables.write():
            print(path.relative_to(ROOT))
        return 0
    known, titles = findings.load()
    accounts = findings.account(findings.from_ledger(), known)
    if options.json:
        print(json.dumps([account.entry() for account in accounts], indent=1, ensure_ascii=False))
    elif options.table:
        print(findings_tables.markdown(accounts, titles))
    else:
        findings_tables.print_accounts(accounts, titles)
    return 0


def _check_update(options):
    for option in ("reason", "evidence_holds"):
        text = getattr(options, option)
        if text is not None and (not text.strip() or len(text.splitlines()) > 1):
            raise UserError(f"--{option.replace('_', '-')} needs one line of text")
    if options.reason is None:
        raise UserError('update needs --reason="...": it is kept in the ledger')
    for option in ("check_options", "evidence"):
        if getattr(options, option) is not None and len(options.studies) != 1:
            raise UserError(f"--{option.replace('_', '-')} goes with one study")
    if options.evidence is not None and options.evidence_holds is not None:
        raise UserError("--evidence is made again: --evidence-holds does not go with it")


def _choose(studies, names):
    """The studies of these names, or all; then each ledger must be that of a study."""
    for name in names:
        if name not in studies:
            raise unknown("study", name, studies, "./ns3 show targets lists all")
    for name in [] if names else ledger.names():
        if name not in studies:
            raise UserError(f"{ledger.path_of(name).relative_to(ROOT)}: there is no study {name}")
    return {name: studies[name] for name in names or studies}


def _load(name):
    if not ledger.path_of(name).exists():
        raise UserError(
            f"{name} has no ledger; this makes one: tools/ledger update {name} "
            '--check-options="--runs=N --duration=SECONDS" --reason="..."'
        )
    return ledger.load(name)


def _check(studies, options):
    ledgers = {name: _load(name) for name in studies}
    changed = []
    failed = 0
    for name, found in _run_checks(studies, ledgers, None, options.jobs):
        differences = found and compare(ledgers[name]["check"], found)
        if differences:
            differences.show(name)
            changed.append(name)
        elif found:
            _show_expected(name, ledgers[name])
        else:
            failed += 1
    if changed:
        print(
            "Mend what was not meant. Accept what was meant, in the same commit, by\n"
            f'tools/ledger update {" ".join(sorted(changed))} --reason="..."'
        )
    failed += len(changed)
    print(f"ledger: {failed} studies failed out of {len(studies)}")
    return 1 if failed else 0


def _run_checks(studies, ledgers, new_options, jobs):
    """Make the checks of the ledgers again, or with other options; yield what each study finds, or
    None if it failed."""
    for name, path in studies.items():
        options = ledger.options(ledgers[name]["check"]) if new_options is None else new_options
        try:
            yield name, run_check(name, path, options, jobs)
        except UserError as error:
            print(f"lasthop: {error}", flush=True)
            yield name, None


def _show_expected(name, entry):
    """What is not reproduced stays visible when it is expected."""
    evidence = entry["evidence"]
    decided = evidence or entry["check"]
    what = "unchanged; evidence" if evidence else "unchanged"
    print(f"{name}: {what}: {verdicts.count_claims(decided['claims'])}")
    for claim in decided["claims"]:
        if claim["verdict"] != verdicts.REPRODUCED:
            print(f"{name}:   as expected, {ledger.key(claim)}: {ledger.describe(claim)}")
    for reason in evidence["stale"] if evidence else []:
        print(f"{name}:   STALE, the evidence is older than a change: {reason}")
    sys.stdout.flush()


def _update(studies, options):
    ledgers = {name: _load_or_new(name, options) for name in studies}
    if options.evidence_holds and not any(entry["evidence"] for entry in ledgers.values()):
        raise UserError("--evidence-holds: there is no evidence in the ledger")
    evidence = options.evidence and ledger.load_evidence(options.studies[0], options.evidence)
    new_options = None if options.check_options is None else split_words(options.check_options)
    failed = 0
    for name, check in _run_checks(studies, ledgers, new_options, options.jobs):
        if check:
            _accept(name, ledgers[name], check, evidence, options)
        else:
            failed += 1
    if findings.FILE.exists():
        for path in findings_tables.write():
            print(f"{path.relative_to(ROOT)}: its findings are written anew", flush=True)
    return 1 if failed else 0


def _load_or_new(name, options):
    if options.check_options is not None and not ledger.path_of(name).exists():
        return ledger.new()
    return _load(name)


def _accept(name, old, check, evidence, options):
    """Write the ledger of a study, unless nothing has changed."""
    change = {"reason": options.reason}
    is_changed = not old["check"] or bool(compare(*map(ledger.figures, (old["check"], check))))
    kept = old["evidence"] and ledger.relabel(old["evidence"], check)
    new = {**old, "check": check, "evidence": kept}
    moved = ledger.moved(old["check"], check)
    if evidence:
        new["evidence"] = evidence
        moved += [f"evidence, {line}" for line in ledger.moved(old["evidence"], evidence)]
    elif kept and options.evidence_holds:
        new["evidence"] = {**kept, "stale": []}
        change["evidence holds"] = options.evidence_holds
    elif kept and is_changed:
        new["evidence"] = {**kept, "stale": [*kept["stale"], options.reason]}
    if new == old:
        print(f"{name}: unchanged", flush=True)
        return
    change["moved"] = moved
    new["history"] = [*old["history"], change]
    ledger.save(name, new)
    print("\n".join([f"{name}: {line}" for line in [*moved, "written"]]), flush=True)
