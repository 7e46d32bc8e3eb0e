# Functions that set the compiler flags of a target. There are no global flags: each target calls
# one of them.
#
#   add_library(x ...)     add_executable(x_tool ...)     add_executable(x_test ...)
#   bpetite_target(x)      bpetite_tool_target(x_tool)    bpetite_test_target(x_test)

function(bpetite_target target)
  bpetite_common(${target})
  bpetite_sanitized(${target})
  # In a unity build too. There clang, unlike g++, also reports names of another file's namespace.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wshadow>)
  if(BPETITE_SANITIZE AND BPETITE_BUILD_FUZZERS)
    # Fuzzers need to know which code an input reaches.
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# For programs around the library. They are not fuzzed, and are optimised little, since they are
# compiled more often than they run, and most of their time is spent in the library.
function(bpetite_tool_target target)
  bpetite_common(${target})
  bpetite_sanitized(${target})
  bpetite_optimised_little(${target} -O1)
  if(BPETITE_SANITIZE)
    bpetite_library_first(${target})
  endif()
endfunction()

# For tests. AddressSanitizer watches the code under test, not the tests themselves: its checks on
# the heap work nevertheless, and the tests compile and run faster. (ThreadSanitizer must see every
# access.) A file of tests that needs more optimisation sets -O3 itself.
function(bpetite_test_target target)
  bpetite_common(${target})
  if(NOT BPETITE_SANITIZE MATCHES "address")
    bpetite_sanitized(${target})
  endif()
  if(BPETITE_SANITIZE)
    target_compile_definitions(${target} PRIVATE BPETITE_SANITIZED)
  endif()
  # g++ compiles tests at -Og as fast as at -O0, and in three quarters of the time of -O1.
  bpetite_optimised_little(${target} -Og)
  bpetite_library_first(${target})
endfunction()

function(bpetite_optimised_little target level)
  if(BPETITE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    # At these levels g++ 12 does not follow a pointer far enough, and warns that it may be null.
    target_compile_options(${target} PRIVATE
      ${level} $<$<CXX_COMPILER_ID:GNU>:-Wno-null-dereference>)
  endif()
endfunction()

# If several files compile the same inline function, the linker keeps the first. So the library,
# which is optimised, and watched by a sanitizer, comes before a program that is not. Otherwise tests
# run up to a sixth longer, and under a sanitizer parsing JSON takes twice the time.
function(bpetite_library_first target)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE" AND LINUX)
    target_link_options(${target} PRIVATE
      -Wl,--whole-archive $<TARGET_FILE:bpetite_lib> -Wl,--no-whole-archive)
  endif()
endfunction()

# Lets a target include files of tools/, as in "cli/program.hpp". Only quoted names are looked up
# there: otherwise <format> would be the script tools/format, and g++ 14's <chrono> includes it.
function(bpetite_includes_tools target scope)
  target_compile_options(${target} ${scope} -iquote${PROJECT_SOURCE_DIR}/tools)
endfunction()

# Compiles groups of `files` source files of a target as one file (a unity build). Most of the time
# goes to headers and templates that files share, so the largest groups take the least time, if there
# is a group for each core. A debug build compiles each file alone, so that a change compiles one
# file only, and a missing #include is found.
function(bpetite_together target files)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  endif()
endfunction()

function(bpetite_common target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2 -Wnull-dereference
    # In a unity build, a name of one file would be reported as a shadow in the next file.
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
    # g++ 12 at -O3 warns that "x" + std::string copies overlapping memory (GCC PR 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # g++ collects its garbage only above 3 GB. That saves a fifth of the compile time of the largest
    # files, which need up to 2 GB.
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=3000000>
    $<$<BOOL:${BPETITE_WERROR}>:-Werror>)

  if(BPETITE_SANITIZE)
    target_link_options(${target} PRIVATE -fsanitize=${BPETITE_SANITIZE})
  endif()
  if(BPETITE_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -O0)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()

# Sanitizers stop at the first finding.
function(bpetite_sanitized target)
  if(BPETITE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${BPETITE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  endif()
endfunction()
