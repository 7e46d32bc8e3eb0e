#include "conform/hypotheses/candidates.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "conform/hypotheses/candidate_sources.hpp"

namespace bpetite::conform::hypotheses {
namespace {

std::size_t scalars_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

}  // namespace

std::vector<std::string> candidates_of(const Table& table, ChunkIds& chunks) {
  Texts texts;
  add_edges(texts);
  add_drift(texts);
  add_forms(texts);
  add_long(texts, table);
  add_tokens(texts, table);
  add_merging(texts, table, chunks);
  add_specials(texts, table);
  std::ranges::sort(texts, {}, [](const std::string& text) {
    return std::tuple(scalars_in(text), text.size(), std::string_view(text));
  });
  std::erase(texts, "");
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

std::vector<std::string> ordinary_texts() {
  return {
      "Hello, world!",
      "The quick brown fox doesn't jump over the lazy dog; it's asleep. WE'LL SEE, I'D SAY.",
      "Prices rose by 12.5 % to 1,234,567 euros in 2024 (see page 89).",
      "Les élèves ont mangé à la cantine. Größe, naïve, Ærøskøbing, Đà Nẵng.",
      "Быстрая лиса прыгает через ленивую собаку.",
      "人人生而自由，在尊严和权利上一律平等。カタカナとひらがな。",
      "모든 인간은 태어날 때부터 자유로우며",
      "सभी मनुष्यों को गौरव और अधिकारों के मामले में स्वतन्त्रता प्राप्त है।",
      "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
      "def f(x):\n    if x > 0:\n        return x  # two spaces\n\treturn -x\r\n\r\n",
      "#include <stdio.h>\nint main(void) {\n\tprintf(\"%d\\n\", 0x1F);\n}\n",
      "https://example.org/a/b?q=1&r=two#top  user@example.org  C:\\Users\\x",
      "{\"key\": [1, 2.50, -3e8, null, true], \"a_b\": \"c\\u00e9\"}",
      "😀 👩‍💻 🇪🇺 ❤️ e\u0301 — “quoted” … ½ Ⅷ ٣٤",
  };
}

}  // namespace bpetite::conform::hypotheses
