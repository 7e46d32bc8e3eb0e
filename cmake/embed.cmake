# Writes a source file that contains text files as arrays of their lines
# (src/conform/suite/suite_files.hpp).
#
#   cmake -DOUT=x.cpp -DNAMESPACE=conform::suite -DFUNCTION=embedded_files
#         -DHEADER=conform/suite/suite_files.hpp "-DFILES=a/b.json;a/c.json" -P embed.cmake
#
# No text file may contain )~~" .
set(arrays "")
set(table "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(REGEX REPLACE "\n$" "" text "${text}")
  string(REPLACE "\n" ")~~\"sv,\n  R\"~~(" text "${text}")
  string(APPEND arrays
    "constexpr std::string_view ${FUNCTION}_${number}[] = {\n  R\"~~(${text})~~\"sv};\n")
  string(APPEND table "  {\"${name}\", ${FUNCTION}_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "// Written by cmake/embed.cmake.
#include \"${HEADER}\"

using namespace std::string_view_literals;

namespace bpetite::${NAMESPACE} {
namespace {

${arrays}
constexpr conform::suite::EmbeddedFile ${FUNCTION}_all[] = {
${table}};

}  // namespace

std::span<const conform::suite::EmbeddedFile> ${FUNCTION}() { return ${FUNCTION}_all; }

}  // namespace bpetite::${NAMESPACE}
")
