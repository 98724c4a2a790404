# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# Fuzz targets (test/fuzz/*-fuzz.cc): each is one libFuzzer test of bounded time, and one that changes
# the inputs of its folder at random, always in the same way, with the compiler of everything else.

find_program(
  LASTHOP_FUZZER_CXX NAMES clang++ clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++-16
                           clang++-15 clang++-14
)
mark_as_advanced(LASTHOP_FUZZER_CXX)
set(LASTHOP_FUZZER_FLAGS -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined
                         -fno-sanitize-recover=all
)

# Sets a variable to why libFuzzer cannot be used, or to nothing.
function(lasthop_find_fuzzer_obstacle variable)
  set(${variable} "" PARENT_SCOPE)
  if(NOT LASTHOP_FUZZER_CXX)
    set(${variable} "there is no clang++" PARENT_SCOPE)
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/CMakeFiles/libfuzzer.cc)
  file(WRITE ${source}
       "extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof(0)))"
       " { return 0; }\n"
  )
  execute_process(
    COMMAND ${LASTHOP_FUZZER_CXX} ${LASTHOP_FUZZER_FLAGS} ${source} -o ${source}.out
    RESULT_VARIABLE result
    OUTPUT_QUIET ERROR_QUIET
  )
  if(result)
    set(${variable} "${LASTHOP_FUZZER_CXX} has no libFuzzer" PARENT_SCOPE)
  endif()
endfunction()

# Tests fuzz.NAME.libfuzzer and fuzz.NAME.mutations of the target NAME-fuzz.cc, with SOURCES and
# HEADERS from the top of the project. The folder NAME has the inputs to begin with. A target that needs
# LIBRARIES has no test with libFuzzer, which would not see what these do.
function(lasthop_add_fuzz_target name)
  cmake_parse_arguments(FUZZ "" "SECONDS;MUTATIONS" "SOURCES;HEADERS;LIBRARIES" ${ARGN})
  if(LASTHOP_SANITIZE) # an instrumented program takes five times as long
    math(EXPR FUZZ_MUTATIONS "${FUZZ_MUTATIONS} / 2")
  endif()
  set(seeds ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  list(TRANSFORM FUZZ_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/)
  list(TRANSFORM FUZZ_HEADERS PREPEND ${PROJECT_SOURCE_DIR}/)
  list(PREPEND FUZZ_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/${name}-fuzz.cc)

  add_executable(${name}-mutations ${FUZZ_SOURCES} ${CMAKE_CURRENT_SOURCE_DIR}/mutation-driver.cc)
  target_link_libraries(${name}-mutations PRIVATE ${FUZZ_LIBRARIES})
  add_test(NAME fuzz.${name}.mutations COMMAND ${name}-mutations ${seeds} ${FUZZ_MUTATIONS})
  set_tests_properties(fuzz.${name}.mutations PROPERTIES LABELS system)
  if(LASTHOP_SANITIZE OR FUZZ_LIBRARIES)
    return() # libFuzzer brings sanitizers of its own
  endif()

  lasthop_find_fuzzer_obstacle(obstacle)
  if(obstacle)
    add_test(NAME fuzz.${name}.libfuzzer COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${obstacle}")
    set_tests_properties(
      fuzz.${name}.libfuzzer PROPERTIES LABELS system SKIP_REGULAR_EXPRESSION "^skipped: "
    )
    return()
  endif()
  set(fuzzer ${CMAKE_CURRENT_BINARY_DIR}/${name}-libfuzzer)
  add_custom_command(
    OUTPUT ${fuzzer}
    COMMAND ${LASTHOP_FUZZER_CXX} ${LASTHOP_FUZZER_FLAGS} ${FUZZ_SOURCES} -o ${fuzzer}
    DEPENDS ${FUZZ_SOURCES} ${FUZZ_HEADERS}
    COMMENT "Building ${name}-libfuzzer"
    VERBATIM
  )
  add_custom_target(build-${name}-libfuzzer ALL DEPENDS ${fuzzer})
  # It keeps inputs that reach something new in the first folder, and takes them up next time.
  file(MAKE_DIRECTORY ${fuzzer}-corpus)
  add_test(
    NAME fuzz.${name}.libfuzzer
    COMMAND ${fuzzer} -seed=1 -max_total_time=${FUZZ_SECONDS} -max_len=512 -print_final_stats=1
            -artifact_prefix=${name}- ${fuzzer}-corpus ${seeds}
    WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
  )
  set_tests_properties(fuzz.${name}.libfuzzer PROPERTIES LABELS system)
endfunction()
