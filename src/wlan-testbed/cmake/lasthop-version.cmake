# SPDX-License-Identifier: GPL-2.0-only
#
# Writes the source file that holds the version: what git says of the checkout, else the VERSION
# file, else "unversioned" for a module copied out of its checkout. The file is written only when
# its text changes, so a new commit costs one small compilation.
#
# Run as: cmake -DTOP=<checkout> -DINPUT=<file.in> -DOUTPUT=<file> -P lasthop-version.cmake

function(git_version version)
  execute_process(
    COMMAND git -C ${TOP} rev-parse --show-toplevel
    OUTPUT_VARIABLE repository
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  # A checkout unpacked inside somebody else's repository has not that repository's version.
  if(NOT repository STREQUAL TOP)
    return()
  endif()
  execute_process(
    COMMAND git -C ${TOP} describe --always --dirty
    OUTPUT_VARIABLE described
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  set(${version} "${described}" PARENT_SCOPE)
endfunction()

set(LASTHOP_VERSION "")
git_version(LASTHOP_VERSION)
if(NOT LASTHOP_VERSION AND EXISTS ${TOP}/VERSION AND EXISTS ${TOP}/src/wlan-testbed)
  file(STRINGS ${TOP}/VERSION LASTHOP_VERSION LIMIT_COUNT 1)
endif()
if(NOT LASTHOP_VERSION)
  set(LASTHOP_VERSION "unversioned")
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
