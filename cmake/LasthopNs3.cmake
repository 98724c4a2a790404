# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# The ns-3 to build against: NS3_DIR when given, else the pinned wheel. Sets NS3_VER, the imported
# targets ns3::<module>, and for each module the variable lib<module> that ns-3's own build gives.

include(${CMAKE_CURRENT_LIST_DIR}/Ns3Import.cmake)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(lasthop_fetch_ns3_wheel folder)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fetch-ns3
    OUTPUT_VARIABLE output
    ERROR_VARIABLE error
    RESULT_VARIABLE result
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE
  )
  if(result)
    message(FATAL_ERROR "${error}")
  endif()
  set(${folder} ${output} PARENT_SCOPE)
endfunction()

if(NS3_DIR)
  set(LASTHOP_NS3_WHEEL "")
  ns3_import_installed(${NS3_DIR})
else()
  lasthop_fetch_ns3_wheel(LASTHOP_NS3_WHEEL)
  ns3_import_wheel(${LASTHOP_NS3_WHEEL})
endif()
message(STATUS "ns-3 ${NS3_VER}")

# ns-3 3.46 moved to C++23; its headers are read in its own language version. With sanitizers all modules are compiled
# again, so that this is done in C++23.
if(LASTHOP_SANITIZE
   OR NS3_VER STREQUAL "3-dev"
   OR NS3_VER VERSION_GREATER_EQUAL 3.46
)
  set(CMAKE_CXX_STANDARD 23)
else()
  set(CMAKE_CXX_STANDARD 20)
endif()

foreach(module ${NS3_MODULES})
  set(lib${module} ns3::${module})
endforeach()

# The ns-3 modules that the CMakeLists.txt of ours name must be there, and none of ours: that is a
# build of a source tree into which ours were linked.
function(lasthop_check_ns3_modules folder)
  file(GLOB ours CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/CMakeLists.txt)
  file(GLOB lists CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/examples/CMakeLists.txt
       ${PROJECT_SOURCE_DIR}/examples/*/CMakeLists.txt
  )
  set(missing "")
  foreach(list ${ours} ${lists})
    file(READ ${list} text)
    string(REGEX MATCHALL "{lib[a-z0-9-]+}" linked "${text}")
    list(APPEND missing ${linked})
  endforeach()
  list(TRANSFORM missing REPLACE "{lib(.*)}" "\\1")
  list(TRANSFORM ours REPLACE "^.*/([^/]+)/CMakeLists.txt$" "\\1")
  list(REMOVE_ITEM missing ${ours} ${NS3_MODULES})
  list(REMOVE_DUPLICATES missing)
  list(JOIN missing ", " missing)
  if(missing)
    message(FATAL_ERROR "lasthop: the ns-3 in ${folder} was built without ${missing}")
  endif()
  foreach(module ${ours})
    if(module IN_LIST NS3_MODULES)
      message(FATAL_ERROR "lasthop: the ns-3 in ${folder} was built with ${module} in it: "
                          "use its source tree, or build it without"
      )
    endif()
  endforeach()
endfunction()

lasthop_check_ns3_modules("${NS3_DIR}${LASTHOP_NS3_WHEEL}")
