# What every target of the project is compiled with. No global flags: a target asks for it.
#
#   add_library(x ...)
#   bpetite_target(x)

function(bpetite_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2 -Wnull-dereference
    # g++ 12 at -O3 takes "x" + std::string for an overlapping copy (GCC PR 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<BOOL:${BPETITE_WERROR}>:-Werror>)

  # Sanitizers stop at the first finding; harnesses need the library instrumented for coverage too.
  if(BPETITE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${BPETITE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
      $<$<BOOL:${BPETITE_BUILD_FUZZERS}>:-fsanitize=fuzzer-no-link>)
    target_link_options(${target} PRIVATE -fsanitize=${BPETITE_SANITIZE})
  endif()
  if(BPETITE_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -O0)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()
