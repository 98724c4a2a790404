# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
#
# Compiler, flags, ccache and sanitizers.

if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
   OR (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
)
  message(FATAL_ERROR "lasthop: g++ 12 or clang++ 16 or later is needed, "
                      "found ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  )
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# A program finds its libraries when it starts, so that a changed library does not link it again.
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)

find_program(LASTHOP_CCACHE ccache)
mark_as_advanced(LASTHOP_CCACHE)
if(LASTHOP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LASTHOP_CCACHE})
  # Paths that are relative to the checkout let a second checkout, wherever it is, have the objects of the first. A
  # debugger needs the checkout's own.
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true
        CCACHE_ABSSTDERR=true ${LASTHOP_CCACHE}
    )
  endif()
endif()

add_compile_options(-Wall -Wextra)
if(LASTHOP_NATIVE_OPTIMIZATIONS)
  add_compile_options(-march=native -mtune=native)
endif()
# A backtrace needs no more than line numbers; the debug preset has all symbols.
add_compile_options($<$<CONFIG:RelWithDebInfo>:-g1>)
# Shared libraries whose functions may call each other without a detour: nobody interposes them.
add_compile_options(-fno-semantic-interposition)
add_link_options(LINKER:-Bsymbolic-functions)
if(LASTHOP_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()
# g++ 12 sees overlaps in std::string that are not there (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
  add_compile_options(-Wno-restrict)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

# A module registers its TypeIds and test suites when its library is loaded, so the linker must not
# leave out a library because no symbol of it is named.
add_link_options(LINKER:--no-as-needed)

if(LASTHOP_SANITIZE)
  # Line numbers are all a report needs. The checks of each pointer (vptr, null, alignment) would take a
  # third of the time to compile; AddressSanitizer reports a null or stray pointer, too, when it is used.
  add_compile_options(-O1 -g1 -fsanitize=address,undefined -fno-sanitize=vptr,null,alignment
                      -fno-sanitize-recover=all -fno-omit-frame-pointer
  )
  add_link_options(-fsanitize=address,undefined)
  set(LASTHOP_ASAN_LIBRARY libasan.so)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(LASTHOP_ASAN_LIBRARY libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
    add_link_options(-shared-libasan)
  endif()
  # With them g++ 12 sees uninitialized members in std::regex (GCC bug 105562).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()

# Tests, and programs with sanitizers, wait for the libraries, not for their own code, which compiles
# in half the time that way.
function(lasthop_compile_quickly target)
  target_compile_options(${target} PRIVATE -O0)
endfunction()
