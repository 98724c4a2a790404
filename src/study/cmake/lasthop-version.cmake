# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# Writes the source file that holds the version: that of the VERSION file, and of a checkout also the
# commit, as in 1.0.0+0e044a4; or "unversioned" for a module copied out of its checkout. What is not
# committed counts by its content, so that results of two states of the code are never taken for one.
# The file is written only when its text changes, so a new commit costs one small compilation.
#
# Run as: cmake -DTOP=<checkout> -DINPUT=<file.in> -DOUTPUT=<file> -P lasthop-version.cmake

# Sources that programs are made of
set(CODE src examples cmake ":(exclude)src/*/doc/*" ":(exclude)src/*/test/*")

function(git output)
  execute_process(
    COMMAND git -C ${TOP} ${ARGN}
    OUTPUT_VARIABLE printed
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  set(${output} "${printed}" PARENT_SCOPE)
endfunction()

function(hash_of_changes hash)
  git(changes diff HEAD --binary -- ${CODE})
  git(others ls-files --others --exclude-standard -- ${CODE})
  string(REPLACE "\n" ";" others "${others}")
  foreach(other IN LISTS others)
    file(SHA256 ${TOP}/${other} content)
    string(APPEND changes "${other} ${content}")
  endforeach()
  if(changes)
    string(SHA256 digest "${changes}")
    string(SUBSTRING ${digest} 0 8 digest)
    set(${hash} ${digest} PARENT_SCOPE)
  endif()
endfunction()

function(append_commit version)
  git(repository rev-parse --show-toplevel)
  git(commit rev-parse --short HEAD)
  # A checkout unpacked inside somebody else's repository has not that repository's commit.
  if(NOT repository STREQUAL TOP OR NOT commit)
    return()
  endif()
  hash_of_changes(hash)
  if(hash)
    string(APPEND commit "-changed-${hash}")
  endif()
  set(${version} "${${version}}+${commit}" PARENT_SCOPE)
endfunction()

set(LASTHOP_VERSION "unversioned")
if(EXISTS ${TOP}/VERSION AND EXISTS ${TOP}/src/study)
  file(STRINGS ${TOP}/VERSION LASTHOP_VERSION LIMIT_COUNT 1)
  append_commit(LASTHOP_VERSION)
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
