# What every target of the project is compiled with. No global flags: a target asks for it.
#
#   add_library(x ...)     add_executable(x_tool ...)     add_executable(x_test ...)
#   bpetite_target(x)      bpetite_tool_target(x_tool)    bpetite_test_target(x_test)

function(bpetite_target target)
  bpetite_common(${target})
  target_compile_options(${target} PRIVATE -Wshadow)  # also where its files are compiled together
  if(BPETITE_SANITIZE AND BPETITE_BUILD_FUZZERS)
    # Coverage is what steers the fuzzers.
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# What is around the library is not fuzzed, and under a sanitizer compiled more often than it runs.
function(bpetite_tool_target target)
  bpetite_common(${target})
  if(BPETITE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
    # Of an inline function that several files compile a linker keeps the first: the library's, which
    # is optimised. With the others parsing JSON takes twice the time.
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE" AND LINUX)
      target_link_options(${target} PRIVATE
        -Wl,--whole-archive $<TARGET_FILE:bpetite_lib> -Wl,--no-whole-archive)
    endif()
  endif()
endfunction()

# A test is compiled more often than it runs: where time matters, its file says so (-O3).
function(bpetite_test_target target)
  bpetite_tool_target(${target})
  if(NOT BPETITE_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# Compiles so many files of a target as one: most of their time goes to headers and templates that
# they share. Forty at once take half the time of a dozen at once, as long as each core has a part.
# Not in a debug build, where a file is compiled after each change, and has to include what it uses.
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
    # Where files are compiled together, what one names is no shadow on the next.
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
    # g++ 12 at -O3 takes "x" + std::string for an overlapping copy (GCC PR 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # The compiler looks for memory to reuse once it has 512 MB: a tenth of its time.
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>
    $<$<BOOL:${BPETITE_WERROR}>:-Werror>)

  # Sanitizers stop at the first finding.
  if(BPETITE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${BPETITE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${BPETITE_SANITIZE})
  endif()
  if(BPETITE_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -O0)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()
