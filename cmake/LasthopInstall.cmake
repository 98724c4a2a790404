# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# What ./ns3 install puts into a prefix: the modules and, unless NS3_DIR names an ns-3 of the user's, those
# parts of the wheel that they need. No path there leads out of the prefix, so that it can be moved.

# In folders of their own, the wheel's files cannot take the place of those of another ns-3 in the prefix.
set(LASTHOP_INSTALL_NS3_LIBDIR ${CMAKE_INSTALL_LIBDIR}/lasthop)
set(LASTHOP_INSTALL_NS3_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR}/lasthop)
if(NS3_DIR)
  set(CMAKE_INSTALL_RPATH "$ORIGIN")
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
else()
  set(CMAKE_INSTALL_RPATH "$ORIGIN;$ORIGIN/lasthop")
endif()

function(lasthop_install_module module headers)
  # As in LasthopCompiler.cmake: a user's program may know the types of a module by name alone.
  target_link_options(${module} INTERFACE LINKER:--no-as-needed)
  install(TARGETS ${module} EXPORT lasthopTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${headers} ${LASTHOP_HEADERS}/${module}-module.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3
  )
endfunction()

# Sets a variable to the ns-3 modules that ours need, directly or not.
function(lasthop_list_needed_ns3_modules variable)
  get_property(pending GLOBAL PROPERTY LASTHOP_MODULES)
  set(needed)
  while(pending)
    list(POP_FRONT pending target)
    get_target_property(ours ${target} LINK_LIBRARIES)
    get_target_property(theirs ${target} INTERFACE_LINK_LIBRARIES)
    set(libraries ${ours} ${theirs})
    list(FILTER libraries INCLUDE REGEX "^ns3::")
    list(REMOVE_DUPLICATES libraries)
    list(REMOVE_ITEM libraries ${needed} "")
    list(APPEND needed ${libraries})
    list(APPEND pending ${libraries})
  endwhile()
  list(SORT needed)
  set(${variable} ${needed} PARENT_SCOPE)
endfunction()

# Sets a variable to the headers of an ns-3 module: its module header, and those that this one includes.
function(lasthop_list_ns3_headers variable folder module)
  set(list ${folder}/ns3/${module}-module.h)
  file(STRINGS ${list} names REGEX "^ *#include")
  list(TRANSFORM names REPLACE "^ *#include [<\"](ns3/)?([^>\"]+)[>\"].*" "${folder}/ns3/\\2")
  set(${variable} ${list} ${names} PARENT_SCOPE)
endfunction()

# Writes the CMake targets of ns-3 modules as they are in the prefix.
function(lasthop_write_ns3_targets path targets)
  set(lines "# The modules of ns-3 that came with lasthop; PACKAGE_PREFIX_DIR is that of lasthopConfig.cmake.\n")
  foreach(target IN LISTS targets)
    get_target_property(library ${target} LOCATION)
    get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
    get_target_property(definitions ${target} INTERFACE_COMPILE_DEFINITIONS)
    get_filename_component(name ${library} NAME)
    string(
      APPEND
      lines
      "add_library(${target} SHARED IMPORTED)\n"
      "set_target_properties(${target} PROPERTIES\n"
      "  IMPORTED_LOCATION \"\${PACKAGE_PREFIX_DIR}/${LASTHOP_INSTALL_NS3_LIBDIR}/${name}\"\n"
      "  IMPORTED_SONAME \"${name}\"\n"
      "  INTERFACE_LINK_LIBRARIES \"${linked}\"\n"
      "  INTERFACE_COMPILE_DEFINITIONS \"${definitions}\"\n"
      "  INTERFACE_INCLUDE_DIRECTORIES \"\${PACKAGE_PREFIX_DIR}/${LASTHOP_INSTALL_NS3_INCLUDEDIR}\"\n"
      ")\n"
    )
  endforeach()
  file(WRITE ${path} "${lines}")
endfunction()

function(lasthop_install_ns3 destination)
  lasthop_list_needed_ns3_modules(targets)
  set(folder ${LASTHOP_NS3_WHEEL}/ns3/include)
  # No module header names these.
  file(GLOB headers ${folder}/ns3/*-export.h)
  foreach(target IN LISTS targets)
    string(REPLACE "ns3::" "" module ${target})
    lasthop_list_ns3_headers(found ${folder} ${module})
    list(APPEND headers ${found})
  endforeach()
  list(REMOVE_DUPLICATES headers)
  install(FILES ${headers} DESTINATION ${LASTHOP_INSTALL_NS3_INCLUDEDIR}/ns3)
  install(IMPORTED_RUNTIME_ARTIFACTS ${targets} RUNTIME_DEPENDENCY_SET lasthop-ns3 LIBRARY
          DESTINATION ${LASTHOP_INSTALL_NS3_LIBDIR}
  )
  # The wheel also has libraries of other projects. All others that these need are the system's.
  install(
    RUNTIME_DEPENDENCY_SET lasthop-ns3
    POST_INCLUDE_REGEXES "/ns3/lib64/"
    POST_EXCLUDE_REGEXES ".*"
    LIBRARY DESTINATION ${LASTHOP_INSTALL_NS3_LIBDIR}
  )
  lasthop_write_ns3_targets(${PROJECT_BINARY_DIR}/lasthopNs3Targets.cmake "${targets}")
  install(FILES ${PROJECT_BINARY_DIR}/lasthopNs3Targets.cmake DESTINATION ${destination})
endfunction()

function(lasthop_install_package)
  include(CMakePackageConfigHelpers)
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/lasthop)
  if(NS3_DIR)
    install(FILES ${PROJECT_SOURCE_DIR}/cmake/Ns3Import.cmake DESTINATION ${destination})
  else()
    lasthop_install_ns3(${destination})
  endif()
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/lasthopConfig.cmake.in ${PROJECT_BINARY_DIR}/lasthopConfig.cmake
    INSTALL_DESTINATION ${destination}
  )
  write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/lasthopConfigVersion.cmake COMPATIBILITY SameMinorVersion
  )
  install(EXPORT lasthopTargets NAMESPACE lasthop:: DESTINATION ${destination})
  install(FILES ${PROJECT_BINARY_DIR}/lasthopConfig.cmake
                ${PROJECT_BINARY_DIR}/lasthopConfigVersion.cmake DESTINATION ${destination}
  )
  # What draws the plots of studies.
  set(tools ${PROJECT_SOURCE_DIR}/tools)
  set(destination ${CMAKE_INSTALL_DATADIR}/lasthop/tools)
  install(DIRECTORY ${tools}/frontend ${tools}/plots DESTINATION ${destination} FILES_MATCHING PATTERN *.py)
  install(FILES ${tools}/requirements-plot.txt DESTINATION ${destination})
  install(PROGRAMS ${tools}/lasthop-plot.py DESTINATION ${destination})
  get_property(modules GLOBAL PROPERTY LASTHOP_MODULES)
  add_custom_target(modules DEPENDS ${modules})
endfunction()
