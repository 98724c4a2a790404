# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# Imported targets ns3::<module> from an installed ns-3 or from an unpacked wheel. Installed too,
# for find_package(lasthop).

set(NS3_OLDEST 3.44)
set(NS3_NEWEST 3.48)

# A version that nobody has tried may work; the development branch has no number.
function(ns3_check_version version folder)
  if(version STREQUAL "3-dev")
    return()
  endif()
  if(NOT version MATCHES "^([0-9]+\\.[0-9]+)" OR CMAKE_MATCH_1 VERSION_LESS NS3_OLDEST)
    message(FATAL_ERROR "lasthop: ns-3 ${version} in ${folder} is not supported, "
                        "only ${NS3_OLDEST} and later"
    )
  elseif(CMAKE_MATCH_1 VERSION_GREATER NS3_NEWEST)
    message(NOTICE "lasthop: ns-3 ${version} is later than ${NS3_NEWEST}, the last that was tried")
  endif()
endfunction()

# The targets file of the wheel names folders of the machine that built it, and its Boost headers
# lie beside those of ns-3; only ns-3's own headers, definitions and modules are kept.
function(ns3_clean_wheel_target target headers)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  list(FILTER libraries INCLUDE REGEX "^ns3::")
  get_target_property(definitions ${target} INTERFACE_COMPILE_DEFINITIONS)
  list(FILTER definitions EXCLUDE REGEX "=")
  set_target_properties(
    ${target}
    PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}"
               INTERFACE_COMPILE_DEFINITIONS "${definitions}"
               INTERFACE_INCLUDE_DIRECTORIES ${headers}
               # Some modules need libraries of desktops, GTK for one, that are not in the wheel. A program
               # that calls nothing of them links all the same, as by the wheel's own option.
               INTERFACE_LINK_OPTIONS LINKER:--allow-shlib-undefined
  )
endfunction()

# NS3_MODULES: the names of the imported modules, without the namespace
macro(ns3_list_modules)
  get_property(NS3_MODULES DIRECTORY PROPERTY IMPORTED_TARGETS)
  list(FILTER NS3_MODULES INCLUDE REGEX "^ns3::")
  list(TRANSFORM NS3_MODULES REPLACE "^ns3::" "")
endmacro()

# An ns-3 that was found before is in the cache as ns3_DIR; it would be taken whatever the folder.
macro(ns3_find folder)
  unset(ns3_DIR CACHE)
  find_package(ns3 CONFIG QUIET PATHS ${folder} PATH_SUFFIXES lib64/cmake/ns3 NO_DEFAULT_PATH)
  if(NOT ns3_FOUND)
    message(FATAL_ERROR "lasthop: no ns-3 in ${folder}: neither a source tree "
                        "nor an installed one with lib/cmake/ns3"
    )
  endif()
  set(NS3_VER ${ns3_VERSION})
  ns3_check_version("${NS3_VER}" ${folder})
  ns3_list_modules()
endmacro()

macro(ns3_import_installed folder)
  if(EXISTS ${folder}/src/core AND EXISTS ${folder}/build-support)
    file(STRINGS ${folder}/VERSION NS3_VER LIMIT_COUNT 1)
    ns3_check_version("${NS3_VER}" ${folder})
    message(FATAL_ERROR "lasthop: ${folder} is an ns-3 source tree: "
                        "use ./ns3 configure --ns3-dir=${folder}"
    )
  endif()
  ns3_find(${folder})
endmacro()

macro(ns3_import_wheel folder)
  ns3_find(${folder}/ns3)
  foreach(module ${NS3_MODULES})
    ns3_clean_wheel_target(ns3::${module} ${folder}/headers)
  endforeach()
endmacro()
