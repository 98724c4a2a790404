# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# ns-3's build_lib(), build_lib_example() and build_example() for a build outside an ns-3 tree, so
# that the CMakeLists.txt of a module or example serves in both places.

set(LASTHOP_HEADERS ${PROJECT_BINARY_DIR}/include/ns3)
define_property(
  GLOBAL PROPERTY LASTHOP_MODULES BRIEF_DOCS "Modules in the order of their processing"
)
define_property(
  GLOBAL PROPERTY LASTHOP_PROGRAMS BRIEF_DOCS "Target names of all programs a user can run"
)

# Writes a file only when its text changes, so that nothing is compiled again for it.
function(lasthop_write_if_different path text)
  if(EXISTS ${path})
    file(READ ${path} present)
    if(present STREQUAL text)
      return()
    endif()
  endif()
  file(WRITE ${path} "${text}")
endfunction()

# One header per public header, that includes it where it stands, and <module>-module.h.
function(lasthop_write_headers module public private)
  string(TOUPPER "NS3_MODULE_${module}" guard)
  string(MAKE_C_IDENTIFIER ${guard} guard)
  set(aggregate "#ifndef ${guard}\n#define ${guard}\n")
  foreach(header ${public} ${private})
    get_filename_component(name ${header} NAME)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    if(NOT EXISTS ${source})
      message(FATAL_ERROR "lasthop: ${source} is in the header list but does not exist")
    endif()
    lasthop_write_if_different(${LASTHOP_HEADERS}/${name} "#include \"${source}\"\n")
    set_property(GLOBAL APPEND PROPERTY LASTHOP_WRITTEN_HEADERS ${name})
    if(header IN_LIST public)
      string(APPEND aggregate "#include <ns3/${name}>\n")
    endif()
  endforeach()
  lasthop_write_if_different(${LASTHOP_HEADERS}/${module}-module.h "${aggregate}#endif\n")
  set_property(GLOBAL APPEND PROPERTY LASTHOP_WRITTEN_HEADERS ${module}-module.h)
endfunction()

# Sets a variable to the public headers and those private ones that they include, directly or not. Nobody outside
# can see the others, so that they are not installed.
function(lasthop_list_visible_headers variable public private)
  set(visible ${public})
  set(pending ${public})
  while(pending)
    list(POP_FRONT pending header)
    # Another #include line may make another header visible.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} lines REGEX "^#include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"(ns3/)?([^\"]+)\".*" "\\2" name "${line}")
      set(found ${private})
      list(FILTER found INCLUDE REGEX "/${name}$")
      list(REMOVE_ITEM found ${visible} "")
      list(APPEND visible ${found})
      list(APPEND pending ${found})
    endforeach()
  endwhile()
  set(${variable} ${visible} PARENT_SCOPE)
endfunction()

# A renamed header must not be found under its old name.
function(lasthop_remove_stale_headers)
  get_property(written GLOBAL PROPERTY LASTHOP_WRITTEN_HEADERS)
  file(GLOB present RELATIVE ${LASTHOP_HEADERS} ${LASTHOP_HEADERS}/*)
  foreach(header ${present})
    if(NOT header IN_LIST written)
      file(REMOVE ${LASTHOP_HEADERS}/${header})
    endif()
  endforeach()
endfunction()

# As in ns-3, modules are linked publicly and other libraries privately.
function(lasthop_link_module module libraries)
  get_property(modules GLOBAL PROPERTY LASTHOP_MODULES)
  foreach(library ${libraries})
    if(library MATCHES "^ns3::" OR library IN_LIST modules)
      target_link_libraries(${module} PUBLIC ${library})
    else()
      target_link_libraries(${module} PRIVATE ${library})
    endif()
  endforeach()
endfunction()

function(build_lib)
  cmake_parse_arguments(
    BLIB
    "IGNORE_PCH"
    "LIBNAME"
    "SOURCE_FILES;HEADER_FILES;PRIVATE_HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES"
    ${ARGN}
  )
  add_library(${BLIB_LIBNAME} SHARED ${BLIB_SOURCE_FILES})
  add_library(ns3::${BLIB_LIBNAME} ALIAS ${BLIB_LIBNAME})
  add_library(lasthop::${BLIB_LIBNAME} ALIAS ${BLIB_LIBNAME})
  set_target_properties(
    ${BLIB_LIBNAME} PROPERTIES OUTPUT_NAME lasthop-${BLIB_LIBNAME}
                               LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
  )
  target_include_directories(
    ${BLIB_LIBNAME} PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  )
  target_compile_features(${BLIB_LIBNAME} PUBLIC cxx_std_${CMAKE_CXX_STANDARD})
  lasthop_link_module(${BLIB_LIBNAME} "${BLIB_LIBRARIES_TO_LINK}")
  lasthop_write_headers(
    ${BLIB_LIBNAME} "${BLIB_HEADER_FILES}" "${BLIB_PRIVATE_HEADER_FILES}"
  )
  set_property(GLOBAL PROPERTY LASTHOP_PUBLIC_HEADERS_${BLIB_LIBNAME} ${BLIB_HEADER_FILES})
  lasthop_list_visible_headers(
    installed_headers "${BLIB_HEADER_FILES}" "${BLIB_PRIVATE_HEADER_FILES}"
  )
  lasthop_install_module(${BLIB_LIBNAME} "${installed_headers}")

  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt)
    add_subdirectory(examples)
  endif()
  lasthop_add_module_tests(
    ${BLIB_LIBNAME} "${BLIB_TEST_SOURCES}" "${BLIB_LIBRARIES_TO_LINK}"
  )
endfunction()

function(build_example)
  cmake_parse_arguments(
    EXAMPLE "IGNORE_PCH" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN}
  )
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES} ${EXAMPLE_HEADER_FILES})
  if(LASTHOP_SANITIZE)
    lasthop_compile_quickly(${EXAMPLE_NAME})
    # Only some programs are tests there; ./test.py names them.
    set_target_properties(${EXAMPLE_NAME} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  target_link_libraries(${EXAMPLE_NAME} PRIVATE ${EXAMPLE_LIBRARIES_TO_LINK})
  set_target_properties(
    ${EXAMPLE_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder}
  )
  set_property(GLOBAL APPEND PROPERTY LASTHOP_PROGRAMS ${EXAMPLE_NAME})
endfunction()

# BLIB_LIBNAME is that of the build_lib() around it, as in ns-3.
function(build_lib_example)
  cmake_parse_arguments(
    EXAMPLE "IGNORE_PCH" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN}
  )
  build_example(
    NAME ${EXAMPLE_NAME}
    SOURCE_FILES ${EXAMPLE_SOURCE_FILES}
    HEADER_FILES ${EXAMPLE_HEADER_FILES}
    LIBRARIES_TO_LINK ${BLIB_LIBNAME} ${EXAMPLE_LIBRARIES_TO_LINK}
  )
endfunction()

function(lasthop_add_modules)
  file(GLOB folders RELATIVE ${PROJECT_SOURCE_DIR}/src CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/src/*/CMakeLists.txt
  )
  list(TRANSFORM folders REPLACE "/CMakeLists.txt$" "")
  set_property(GLOBAL PROPERTY LASTHOP_MODULES ${folders})
  foreach(module ${folders})
    set(lib${module} ${module})
    set(lib${module} ${module} PARENT_SCOPE)
  endforeach()
  foreach(module ${folders})
    add_subdirectory(src/${module})
  endforeach()
  lasthop_remove_stale_headers()
endfunction()

function(lasthop_add_examples)
  if(LASTHOP_SANITIZE)
    add_compile_options(-O0) # as in lasthop_compile_quickly(), for what programs share
  endif()
  file(GLOB lists CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*/CMakeLists.txt)
  foreach(list ${lists})
    get_filename_component(folder ${list} DIRECTORY)
    add_subdirectory(${folder})
  endforeach()
endfunction()

# One line per program, "name path", read by the ns3 and test.py commands.
function(lasthop_write_program_list)
  get_property(programs GLOBAL PROPERTY LASTHOP_PROGRAMS)
  set(lines "")
  foreach(program ${programs})
    string(APPEND lines "${program} $<TARGET_FILE:${program}>\n")
  endforeach()
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/programs.txt CONTENT "${lines}")
endfunction()
