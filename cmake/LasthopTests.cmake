# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# Each module's GoogleTest cases (test/gtest/*.cc) and ns-3 test suites (TEST_SOURCES), all in CTest.

if(LASTHOP_TESTS)
  enable_testing()
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_custom_target(tests)
endif()

# The sanitizers look at the libraries and the programs. Tests need no checks of their own code, so that those
# of the default build are taken, and load the libraries of this build in place of their own.
set(LASTHOP_TEST_FOLDER ${PROJECT_BINARY_DIR})
set(LASTHOP_TEST_ENVIRONMENT)
if(LASTHOP_SANITIZE)
  set(LASTHOP_TEST_FOLDER ${PROJECT_SOURCE_DIR}/build/default)
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${LASTHOP_ASAN_LIBRARY}
    OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY
  )
  # AddressSanitizer must come before all other libraries, and the test itself does not ask for it.
  set(LASTHOP_TEST_ENVIRONMENT "LD_LIBRARY_PATH=path_list_prepend:${PROJECT_BINARY_DIR}/lib"
                               "LD_PRELOAD=set:${asan}"
  )
endif()

# Where the program takes longer to start than a case to run, a share of the cases is one test.
function(lasthop_add_gtest_shares module name_prefix filter)
  set(program ${LASTHOP_TEST_FOLDER}/src/${module}/${module}-gtest)
  set(shares 4)
  foreach(share RANGE 1 ${shares})
    math(EXPR index "${share} - 1")
    set(name ${module}.${name_prefix}.${share})
    add_test(NAME ${name} COMMAND ${program} "--gtest_filter=${filter}")
    set_tests_properties(
      ${name}
      PROPERTIES LABELS unit
                 ENVIRONMENT "GTEST_TOTAL_SHARDS=${shares};GTEST_SHARD_INDEX=${index}"
                 ENVIRONMENT_MODIFICATION "${LASTHOP_TEST_ENVIRONMENT}"
    )
  endforeach()
endfunction()

# Properties are tried for fewer seeds and profiles there: they take most of the time, and an error of
# memory seldom waits for one of them.
function(lasthop_add_sanitized_gtests module)
  set_property(
    GLOBAL APPEND PROPERTY LASTHOP_GTESTS ${LASTHOP_TEST_FOLDER}/src/${module}/${module}-gtest
  )
  lasthop_add_gtest_shares(${module} gtest "-Seeds/*:Profiles/*")
  add_test(
    NAME ${module}.properties
    COMMAND ${LASTHOP_TEST_FOLDER}/src/${module}/${module}-gtest
            "--gtest_filter=Seeds/*/?:Profiles/*/LinuxPeer:Profiles/*/Kernel268FrtoWithoutSack"
  )
  set_tests_properties(
    ${module}.properties PROPERTIES LABELS unit ENVIRONMENT_MODIFICATION
                                    "${LASTHOP_TEST_ENVIRONMENT}"
  )
endfunction()

# Cases are asked for when the tests run, so that building needs no run of what it built.
function(lasthop_add_gtests module libraries)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test/gtest/*.cc)
  if(NOT sources)
    return()
  endif()
  if(LASTHOP_SANITIZE)
    lasthop_add_sanitized_gtests(${module})
    return()
  endif()
  add_executable(${module}-gtest ${sources})
  add_dependencies(tests ${module}-gtest)
  lasthop_compile_quickly(${module}-gtest)
  # Source trees of ns-3 never compile them, so one language version is enough: the one of all releases from 3.46 on.
  set_target_properties(${module}-gtest PROPERTIES CXX_STANDARD ${LASTHOP_LATER_STANDARD})
  target_link_libraries(${module}-gtest PRIVATE ${module} ${libraries} GTest::gtest_main)
  gtest_discover_tests(
    ${module}-gtest
    TEST_PREFIX "${module}."
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    NO_PRETTY_VALUES
    TEST_FILTER "-Seeds/*"
    PROPERTIES LABELS unit
  )
  set(seeds)
  foreach(source IN LISTS sources)
    file(STRINGS ${source} found REGEX "INSTANTIATE_TEST_SUITE_P\\(Seeds,")
    list(APPEND seeds ${found})
  endforeach()
  if(seeds)
    lasthop_add_gtest_shares(${module} seeds "Seeds/*")
  endif()
endfunction()

function(lasthop_add_suites module sources libraries)
  if(NOT sources OR LASTHOP_SANITIZE)
    return()
  endif()
  add_library(${module}-test SHARED ${sources})
  lasthop_compile_quickly(${module}-test)
  # Without PRIVATE, as ns-3 does it: a module's CMakeLists.txt may add libraries in the same form.
  target_link_libraries(${module}-test ${module} ${libraries})
  set_target_properties(
    ${module}-test PROPERTIES OUTPUT_NAME lasthop-${module}-test
                              LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
  )
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(
    SOURCE ${sources} APPEND PROPERTY COMPILE_DEFINITIONS NS_TEST_SOURCEDIR="${folder}/test"
  )
  set_property(GLOBAL APPEND PROPERTY LASTHOP_TEST_LIBRARIES ${module}-test)
endfunction()

function(lasthop_add_module_tests module sources libraries)
  if(LASTHOP_TESTS)
    lasthop_add_gtests(${module} "${libraries}")
    lasthop_add_suites(${module} "${sources}" "${libraries}")
  endif()
endfunction()

# Installs lasthop, and builds and runs users' programs with one module each. A program without sanitizers cannot load
# libraries with them.
function(lasthop_add_package_tests)
  if(LASTHOP_SANITIZE)
    return()
  endif()
  set(folder ${PROJECT_BINARY_DIR}/consumer)
  # Headers that were installed at an earlier time would hide what is missing or too many.
  add_test(NAME package.clean COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}/prefix)
  add_test(NAME package.install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR}
                                        --prefix ${folder}/prefix
  )
  add_test(
    NAME package.consumer
    COMMAND
      ${CMAKE_CTEST_COMMAND} --build-and-test ${PROJECT_SOURCE_DIR}/test/consumer ${folder}/build
      --build-generator ${CMAKE_GENERATOR} --build-options -DCMAKE_PREFIX_PATH=${folder}/prefix
      -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} --test-command ${Python3_EXECUTABLE}
      ${PROJECT_SOURCE_DIR}/test/consumer/modules_alone.py .
  )
  add_test(NAME package.prefix COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/test/consumer/installed_prefix.py
                                       ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${LASTHOP_NS3_WHEEL}
  )
  set_tests_properties(
    package.prefix PROPERTIES LABELS system SKIP_REGULAR_EXPRESSION "skipped=1" COST 60
  )
  set_tests_properties(package.clean PROPERTIES LABELS system FIXTURES_SETUP empty-prefix)
  set_tests_properties(
    package.install PROPERTIES LABELS system FIXTURES_REQUIRED empty-prefix FIXTURES_SETUP package
  )
  set_tests_properties(package.consumer PROPERTIES LABELS system FIXTURES_REQUIRED package)
endfunction()

# The suites and the examples that are tests; which there are is asked when the tests run.
function(lasthop_add_tests)
  if(NOT LASTHOP_TESTS)
    return()
  endif()
  if(NOT LASTHOP_SANITIZE)
    get_property(libraries GLOBAL PROPERTY LASTHOP_TEST_LIBRARIES)
    add_executable(test-runner ${PROJECT_SOURCE_DIR}/cmake/test-runner.cc)
    target_link_libraries(test-runner PRIVATE ns3::core ${libraries})
    add_dependencies(tests test-runner)
  endif()
  configure_file(
    ${PROJECT_SOURCE_DIR}/cmake/discover-tests.cmake.in ${PROJECT_BINARY_DIR}/discover-tests.cmake
    @ONLY
  )
  set_property(
    DIRECTORY ${PROJECT_SOURCE_DIR} APPEND
    PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/discover-tests.cmake
  )
  lasthop_add_package_tests()
  add_subdirectory(test)
endfunction()
