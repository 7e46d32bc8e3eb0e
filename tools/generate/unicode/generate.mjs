// Writes the Unicode tables as C++ (see ./run). Argument: the folder that holds node_modules.
//
//   {0x0041, 0x005A, v13_0}            A..Z are letters since Unicode 13.0 or earlier
//   {0x0100, 0x012E, 2, 1, v13_0}      U+0100, U+0102, ... U+012E each fold to the next scalar
//
//   {0x0295, 0x0295, Ll, v13_0}        U+0295 is Ll until Unicode 16.0,
//   {0x0295, 0x0295, Lo, v17_0}        and Lo from 17.0 on
//
// One table serves all versions, since new versions only add scalars to classes and foldings. The
// program stops with an error if a version removes a scalar from a class or changes a folding.
// Three scalars change their general category; they have a line for each.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const packages = process.argv[2];
const lock = JSON.parse(readFileSync(`${packages}/package-lock.json`, 'utf8'));
const versions = ['13.0.0', '14.0.0', '15.0.0', '15.1.0', '16.0.0', '17.0.0', '18.0.0'];

// The name of the enumerator for a version: "15.1.0" gives v15_1.
const enumerator = (version) => 'v' + version.split('.').slice(0, 2).join('_');
const hex = (scalar) => '0x' + scalar.toString(16).toUpperCase().padStart(4, '0');

// Reads the code points of a class, or the pairs of a folding, from the package of a version.
async function read(version, property) {
  const path = `${packages}/node_modules/@unicode/unicode-${version}/${property}/code-points.mjs`;
  return (await import(pathToFileURL(path))).default;
}

// Merges the entries of all versions: pairs of a scalar and {value, since}, where `since` is the
// oldest version that has it. `entries` reads one version.
async function merged(name, entries) {
  const result = new Map();
  for (const version of versions) {
    const present = new Map(await entries(version));
    for (const [scalar, { value }] of result) {
      if (present.get(scalar) !== value) {
        throw new Error(`${name}: U+${scalar.toString(16)} changed in ${version}`);
      }
    }
    for (const [scalar, value] of present) {
      if (!result.has(scalar)) result.set(scalar, { value, since: enumerator(version) });
    }
  }
  return [...result].sort(([a], [b]) => a - b);
}

async function ranges_of(property) {
  const members = await merged(property, async (version) =>
    [...(await read(version, property))].map((scalar) => [scalar, true]));
  const ranges = [];
  for (const [scalar, { since }] of members) {
    const last = ranges.at(-1);
    if (last !== undefined && last.last + 1 === scalar && last.since === since) last.last = scalar;
    else ranges.push({ first: scalar, last: scalar, since });
  }
  return ranges.map((r) => `{${hex(r.first)}, ${hex(r.last)}, ${r.since}},`);
}

const categories = {
  Lu: 'Uppercase_Letter', Ll: 'Lowercase_Letter', Lt: 'Titlecase_Letter', Lm: 'Modifier_Letter',
  Lo: 'Other_Letter', Mn: 'Nonspacing_Mark', Mc: 'Spacing_Mark', Me: 'Enclosing_Mark',
  Nd: 'Decimal_Number', Nl: 'Letter_Number', No: 'Other_Number', Pc: 'Connector_Punctuation',
  Pd: 'Dash_Punctuation', Ps: 'Open_Punctuation', Pe: 'Close_Punctuation',
  Pi: 'Initial_Punctuation', Pf: 'Final_Punctuation', Po: 'Other_Punctuation', Sm: 'Math_Symbol',
  Sc: 'Currency_Symbol', Sk: 'Modifier_Symbol', So: 'Other_Symbol', Zs: 'Space_Separator',
  Zl: 'Line_Separator', Zp: 'Paragraph_Separator', Cc: 'Control', Cf: 'Format', Cs: 'Surrogate',
  Co: 'Private_Use',
};

// The general category of each assigned scalar in a version.
async function categories_in(version) {
  const result = new Map();
  for (const [short, long] of Object.entries(categories)) {
    for (const scalar of await read(version, `General_Category/${long}`)) result.set(scalar, short);
  }
  return result;
}

// Ranges of one category. A scalar that changes has a range of its own for each of its categories,
// the older one first.
async function category_ranges() {
  const history = new Map();
  for (const version of versions) {
    const present = await categories_in(version);
    for (const [scalar] of history) {
      if (!present.has(scalar)) throw new Error(`U+${scalar.toString(16)} lost its category`);
    }
    for (const [scalar, category] of present) {
      const known = history.get(scalar) ?? [];
      if (known.at(-1)?.category === category) continue;
      history.set(scalar, [...known, { category, since: enumerator(version) }]);
    }
  }
  const ranges = [];
  for (const [scalar, entries] of [...history].sort(([a], [b]) => a - b)) {
    for (const { category, since } of entries) {
      const last = ranges.at(-1);
      if (last !== undefined && entries.length === 1 && !last.changes && last.last + 1 === scalar &&
          last.category === category && last.since === since) last.last = scalar;
      else ranges.push({ first: scalar, last: scalar, category, since, changes: entries.length > 1 });
    }
  }
  return ranges.map((r) => `{${hex(r.first)}, ${hex(r.last)}, ${r.category}, ${r.since}},`);
}

// The foldings as runs with the same distance from a scalar to its folding. A run with step 2 has
// alternating upper and lower case.
async function fold_runs() {
  const foldings = await merged('folding', async (version) =>
    [...(await read(version, 'Case_Folding/C')), ...(await read(version, 'Case_Folding/S'))]);
  const runs = [];
  for (const [scalar, { value, since }] of foldings) {
    const distance = value - scalar;
    const run = runs.at(-1);
    const step = run === undefined ? 0 : scalar - run.last;
    const continues = run !== undefined && run.distance === distance && run.since === since &&
      (run.first === run.last ? step <= 2 : step === run.step);
    if (continues) Object.assign(run, { last: scalar, step });
    else runs.push({ first: scalar, last: scalar, step: 1, distance, since });
  }
  return runs.map((r) =>
    `{${hex(r.first)}, ${hex(r.last)}, ${r.step}, ${r.distance}, ${r.since}},`);
}

// Joins the entries to lines of at most 100 columns.
function wrapped(entries) {
  const lines = ['   '];
  for (const entry of entries) {
    if (lines.at(-1).length + 1 + entry.length > 100) lines.push('   ');
    lines[lines.length - 1] += ' ' + entry;
  }
  return lines.join('\n');
}

function table(type, name, comment, entries) {
  return `// ${comment}
constexpr std::array<${type}, ${entries.length}> ${name}_table = {{
${wrapped(entries)}
}};

`;
}

const sources = versions.map((version) => {
  const name = `@unicode/unicode-${version}`;
  const { version: release, integrity } = lock.packages[`node_modules/${name}`];
  return `//   ${name} ${release}\n//   ${integrity}\n`;
}).join('');

process.stdout.write(`// The data of unicode_tables.hpp: the ranges of scalars of each character class, script and general
// category, and the case foldings. Generated by tools/generate/unicode/run. Do not edit.
//
// Sources, npm packages of the Unicode Character Database with their digests:
${sources}//
// Copyright of the data: Unicode, Inc. (LICENSES/Unicode-3.0.txt).
#include "core/unicode_tables.hpp"

#include <array>

namespace bpetite::unicode {
namespace {

using enum Category;
using enum Version;

// clang-format off
`);
// S2c: White_Space is the same in all versions, so is_white_space needs no version.
const white_space = await ranges_of('Binary_Property/White_Space');
if (white_space.some((entry) => !entry.endsWith('v13_0},'))) throw new Error('White_Space grew');

process.stdout.write(table('ScalarRange', 'letters',
  'General_Category Lu, Ll, Lt, Lm or Lo.', await ranges_of('General_Category/Letter')));
process.stdout.write(table('ScalarRange', 'numbers',
  'General_Category Nd, Nl or No.', await ranges_of('General_Category/Number')));
process.stdout.write(table('ScalarRange', 'white_space',
  'The property White_Space.', white_space));
process.stdout.write(table('FoldRun', 'foldings',
  'CaseFolding.txt, status C and S.', await fold_runs()));
process.stdout.write(table('CategoryRange', 'categories',
  'General_Category of all assigned scalars.', await category_ranges()));
process.stdout.write(table('ScalarRange', 'alphabetic',
  'The property Alphabetic.', await ranges_of('Binary_Property/Alphabetic')));
for (const script of ['Han', 'Hangul', 'Hiragana', 'Katakana']) {
  process.stdout.write(table('ScalarRange', script.toLowerCase(),
    `The script ${script}.`, await ranges_of(`Script/${script}`)));
}
process.stdout.write(`// clang-format on

}  // namespace

std::span<const ScalarRange> letters() { return letters_table; }
std::span<const ScalarRange> numbers() { return numbers_table; }
std::span<const ScalarRange> white_space() { return white_space_table; }
std::span<const FoldRun> foldings() { return foldings_table; }
std::span<const CategoryRange> categories() { return categories_table; }
std::span<const ScalarRange> alphabetic() { return alphabetic_table; }
std::span<const ScalarRange> script(Script script) {
  switch (script) {
    case Script::han:
      return han_table;
    case Script::hangul:
      return hangul_table;
    case Script::hiragana:
      return hiragana_table;
    case Script::katakana:
      return katakana_table;
  }
  return {};
}

}  // namespace bpetite::unicode
`);
