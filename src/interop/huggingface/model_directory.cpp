// Reads the files beside a model as transformers 5.24 does, and puts the added tokens of all files
// into one list. Follows PreTrainedTokenizerBase._from_pretrained and TokenizersBackend.__init__:
// first the members that name special tokens, then the tokens with ids, then one list of all that
// are added. Chooses the class that opens the directory. Refuses a class, a member or code of the
// directory that would change the tokenizer in another way than a table can express, and a class
// that makes another tokenizer than the tokenizer.json says. Also says whether the class puts a
// space before segments, and makes its template.
//
//   added_tokens.json: /<image>: "<image>" has the id 286 here, and 287 in tokenizer.json
#include "interop/huggingface/model_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "interop/huggingface/stated_tokens.hpp"
#include "interop/huggingface/tokenizer_json.hpp"

namespace bpetite::interop {
namespace {

using transformers::Flags;
using transformers::Token;

// Such files have some kilobytes, or megabytes with a list of all added tokens.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 25;

// Python also writes and reads the numbers NaN, Infinity and -Infinity. No member that is read here
// can be one, so zeros of the same length take their places.
void replace_special_numbers(std::string& text) {
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;  // JSON has it in strings alone
    } else if (text[i] == '"') {
      is_in_string = !is_in_string;
    } else if (!is_in_string && (text[i] == 'N' || text[i] == 'I')) {
      for (const std::string_view number : {"NaN", "Infinity"}) {
        if (!std::string_view(text).substr(i).starts_with(number)) continue;
        text.replace(i, number.size(), "0" + std::string(number.size() - 1, ' '));
      }
    }
  }
}

constexpr auto flag_names =
    std::to_array<std::string_view>({"single_word", "lstrip", "rstrip", "special", "normalized"});

// The id that a number states, or nullopt.
std::optional<std::uint64_t> id_of(json::Node node) {
  if (!node.is_there() || node.kind() != json::Kind::integer) return std::nullopt;
  const auto number = node.small_number();
  return number && *number < max_vocab_size ? number : std::nullopt;
}

// The same of a key: decimal digits.
std::optional<std::uint64_t> id_of(std::string_view key) {
  const bool is_number = !key.empty() && key.size() <= 8 &&
                         std::ranges::all_of(key, [](char c) { return '0' <= c && c <= '9'; });
  if (!is_number) return std::nullopt;
  std::uint64_t id = 0;
  for (const char c : key) id = 10 * id + static_cast<unsigned char>(c - '0');
  return id < max_vocab_size ? std::optional(id) : std::nullopt;
}

// A token of tokenizer.json. Returns nullopt for a faulty one, which the reader of that file
// reports.
std::optional<Token> token_of_file(const json::Field& object) {
  if (object.node().kind() != json::Kind::object) return std::nullopt;
  for (const json::NamedNode& member : object.node().members()) {
    const bool is_content = member.key == "content";
    const bool is_flag = transformers::is_among(flag_names, member.key);
    if ((is_content && member.value.kind() != json::Kind::string) ||
        (is_flag && member.value.kind() != json::Kind::boolean)) {
      return std::nullopt;
    }
  }
  Token token = transformers::object_token(object);
  token.is_whole = true;
  return token;
}

}  // namespace

// A file and its JSON. The text must stay where it is.
struct ModelDirectory::File {
  File(const std::filesystem::path& path, const std::string& name)
      : text(file::read(path, most_bytes)), root(json::Node(), name, "S51e") {
    replace_special_numbers(text);
    auto parsed = json::parse_document(text);
    if (const auto* const fault = std::get_if<json::Fault>(&parsed)) {
      throw ValueError(
          fmt::format("{}: byte {}: {}, required JSON", name, fault->offset, fault->reason),
          "S51e");
    }
    document = std::get<json::Document>(std::move(parsed));
    root = json::Field(document.root(), name, "S51e");
    root.require(json::Kind::object, "an object");
  }

  std::string text;
  json::Document document;
  json::Field root;
};

// The added tokens, while they are put together.
struct ModelDirectory::Tokens {
  struct Entry {
    Token token;
    std::optional<std::uint64_t> id;
    bool is_special = false;  // in any of the calls that added it
    bool is_beside = true;
  };
  using WithIds = std::map<std::uint64_t, Token>;

  transformers::SpecialTokens special;
  std::vector<Entry> entries;
  std::unordered_map<std::string, std::size_t> places;  // of the entries, by literal
  // The objects of the entries that no object of tokenizer.json is like.
  std::string text;
  json::Document document;

  WithIds read_ids(const ModelDirectory& directory, const json::Field& of_file, bool has_ids);
  void add_of_file(const json::Field& of_file);
  void add(const Token& token, std::optional<std::uint64_t> id);
  void add_all(const WithIds& with_ids);
  void add_again(bool as_text);
  void write_objects();
};

// Reads the tokens that are stated with ids: in tokenizer_config.json, or else in added_tokens.json
// and once more those of tokenizer.json.
ModelDirectory::Tokens::WithIds ModelDirectory::Tokens::read_ids(const ModelDirectory& directory,
                                                                 const json::Field& of_file,
                                                                 bool has_ids) {
  WithIds with_ids;
  const auto set = [&](std::uint64_t id, Token token) {
    const auto [known, is_new] = with_ids.try_emplace(id, token);
    if (!is_new && known->second.content != token.content) {
      known->second.place.fail("",
                               fmt::format("{} has the id {} in {}", utf8::quoted(token.content),
                                           id, token.place.area()),
                               "S51e");
    }
    known->second = std::move(token);
  };
  if (has_ids) {
    const json::Field list = directory.tokenizer_config_->root["added_tokens_decoder"];
    for (const json::NamedNode& member :
         list.require(json::Kind::object, "an object").node().members()) {
      const json::Field object = list.below(member);
      const auto id = id_of(member.key);
      if (!id) object.fail("", fmt::format("required an id below {}", max_vocab_size), "S51e");
      set(*id, transformers::object_token(object.require(json::Kind::object, "an object")));
    }
  } else {
    if (directory.added_tokens_) {
      const auto specials = special.literals();
      for (const json::NamedNode& member : directory.added_tokens_->root.node().members()) {
        const json::Field number = directory.added_tokens_->root.below(member);
        const auto id = id_of(number.node());
        if (!id) number.refuse(fmt::format("required an id below {}", max_vocab_size));
        Token token{.place = number, .content = std::string(member.key)};
        token.flags.special = specials.contains(token.content);
        token.flags.normalized = !token.flags.special;
        set(*id, std::move(token));
      }
    }
    if (of_file.node().is_there()) {
      for (const json::Field& object : of_file.elements()) {
        auto token = token_of_file(object);
        const auto id = token ? id_of(object["id"].node()) : std::nullopt;
        if (id) set(*id, *std::move(token));
      }
    }
  }
  // A role whose text is such a token has its flags.
  for (const auto& [id, token] : with_ids) {
    for (const std::string_view role : transformers::roles) {
      const Token* const of_role = special.named.find(role);
      const bool is_stated = special.members.find(role) != nullptr;
      if (of_role != nullptr && is_stated && of_role->content == token.content) {
        special.named.set(role, token);
      }
    }
  }
  return with_ids;
}

// The tokens that tokenizers has read already.
void ModelDirectory::Tokens::add_of_file(const json::Field& of_file) {
  if (!of_file.node().is_there()) return;
  for (const json::Field& object : of_file.elements()) {
    auto token = token_of_file(object);
    if (!token) token = Token{.place = object, .content = "", .is_whole = true};
    places.try_emplace(token->content, entries.size());
    const bool is_special = token->flags.special;
    entries.push_back({*std::move(token), id_of(object["id"].node()), is_special, false});
  }
}

// Adds a token, or gives a known one other flags.
void ModelDirectory::Tokens::add(const Token& token, std::optional<std::uint64_t> id) {
  if (token.content.empty()) return;
  const auto [place, is_new] = places.try_emplace(token.content, entries.size());
  if (is_new) {
    entries.push_back({token, id, token.flags.special});
    return;
  }
  Entry& known = entries[place->second];
  if (id && known.id && *id != *known.id) {
    token.place.fail("",
                     fmt::format("{} has the id {} here, and {} in {}", utf8::quoted(token.content),
                                 *id, *known.id, known.token.place.area()),
                     "S51e");
  }
  known.is_special = known.is_special || token.flags.special;
  if (known.token.flags != token.flags) known.token = token;
}

// Adds the tokens with ids in the order of their ids, and then the others that are not known. An
// object becomes special if its text has a name.
void ModelDirectory::Tokens::add_all(const WithIds& with_ids) {
  std::unordered_set<std::string> known;
  std::unordered_set<std::string> names;
  for (const Entry& entry : entries) known.insert(entry.token.content);
  for (const auto& [id, token] : with_ids) known.insert(token.content);
  for (const auto& [name, token] : special.named.all()) names.insert(token.content);
  const auto upgraded = [&](Token token) {
    if (!token.flags.special && names.contains(token.content)) {
      token.flags.special = true;
      token.is_whole = false;
    }
    return token;
  };
  for (const auto& [id, token] : with_ids) add(upgraded(token), id);
  std::unordered_set<std::string> others;
  for (const Token& token : special.all()) {
    if (known.contains(token.content) || !others.insert(token.key()).second) continue;
    add(upgraded(token), std::nullopt);
  }
}

// Adds the special tokens once more: as texts, which have no flags, or as they are stated.
void ModelDirectory::Tokens::add_again(bool as_text) {
  for (Token token : special.all()) {
    if (as_text) token.flags = {};
    token.flags.special = true;
    token.is_whole = false;
    add(token, std::nullopt);
  }
}

void ModelDirectory::Tokens::write_objects() {
  text = "[";
  for (const Entry& entry : entries) {
    if (entry.token.is_whole) continue;
    const Flags& flags = entry.token.flags;
    text += fmt::format(
        R"({}{{"id":{},"content":{},"single_word":{},"lstrip":{},"rstrip":{},"normalized":{},)"
        R"("special":{}}})",
        text.size() > 1 ? "," : "", entry.id ? fmt::format("{}", *entry.id) : "null",
        json::quoted(entry.token.content), flags.single_word, flags.lstrip, flags.rstrip,
        flags.is_normalized(), entry.is_special);
  }
  text += "]";
  document = std::get<json::Document>(json::parse_document(text));
}

ModelDirectory::ModelDirectory()
    : class_place_(json::Node(), "tokenizer_config.json", "S51e", "/tokenizer_class") {}

ModelDirectory::~ModelDirectory() = default;

void ModelDirectory::read(const std::filesystem::path& model, bool is_tokenizer_json) {
  model_ = model.string();
  is_tokenizer_json_ = is_tokenizer_json;
  const auto read_beside = [&](const std::string& name) {
    const std::filesystem::path path = model.parent_path() / name;
    return file::is_there(path) ? std::make_unique<File>(path, name) : nullptr;
  };
  tokenizer_config_ = read_beside("tokenizer_config.json");
  special_tokens_map_ = read_beside("special_tokens_map.json");
  added_tokens_ = read_beside("added_tokens.json");
  config_ = read_beside("config.json");
  choose_class();
}

// S51e "Refused are other classes with code of their own".
void ModelDirectory::choose_class() {
  transformers::StatedClasses stated;
  stated.has_tokenizer_json = is_tokenizer_json_;
  const auto text_in = [](const json::Field& field) {
    const bool is_text = field.is_given() && field.node().kind() == json::Kind::string;
    return is_text ? std::string(field.node().text()) : "";
  };
  if (config_) {
    class_place_ = config_->root["model_type"];
    stated.model_type = text_in(class_place_);
    stated.model_name = text_in(config_->root["model_name"]);
    if (const json::Field name = config_->root["tokenizer_class"]; name.is_given()) {
      stated.in_config = name.text();
    }
  }
  if (tokenizer_config_) {
    if (const json::Field name = tokenizer_config_->root["tokenizer_class"]; name.is_given()) {
      stated.in_tokenizer_config = name.text();
    }
    if (is_tokenizer_json_) check_code(tokenizer_config_->root["auto_map"]);
  }
  const std::string name = transformers::chosen_class(stated);
  for (const File* const file : {config_.get(), tokenizer_config_.get()}) {
    if (file == nullptr) continue;
    const json::Field place = file->root["tokenizer_class"];
    const bool is_only_one = !class_place_.node().is_there() && place.is_given();
    if (is_only_one || text_in(place).starts_with(name)) class_place_ = place;
  }
  made_ = transformers::find_made(name);
  if (is_tokenizer_json_ && made_ == nullptr && name != transformers::generic_class) {
    refuse_class(fmt::format("its code in transformers 5.24, {}, is not carried", name));
  }
}

void ModelDirectory::check_code(const json::Field& auto_map) const {
  if (!auto_map.node().is_there()) return;
  if (auto_map.node().kind() == json::Kind::object && !auto_map["AutoTokenizer"].is_given()) return;
  auto_map.refuse(
      fmt::format("the directory has code of its own, which is never run: {}", way_out()));
}

namespace {

// Whether the space of add_prefix_space comes before whole segments, as it is carried (S30g).
bool has_byte_level_alone(const transformers::MadeTokenizer& made) {
  return made.splits.size() == 1 &&
         made.splits.front().pattern.text == huggingface::byte_level_pattern;
}

}  // namespace

bool ModelDirectory::puts_prefix_space() const {
  const transformers::Member* const member =
      made_ == nullptr ? nullptr : tokens_->special.members.find("add_prefix_space");
  return member != nullptr && member->value.flag(false);
}

// S51e "members that replace a part of the tokenizer".
void ModelDirectory::check_members(const transformers::Members& members) const {
  for (const transformers::Member& member : members.all()) {
    if (member.key == "add_prefix_space" && made_ != nullptr && has_byte_level_alone(*made_)) {
      member.value.require(json::Kind::boolean, "true or false: " + way_out());
    }
    if (member.is_empty()) continue;
    const bool is_switch = transformers::is_among(transformers::switches, member.key);
    const bool is_carried =
        member.key == "add_prefix_space" && (made_ == nullptr || has_byte_level_alone(*made_));
    if (is_switch && !is_carried) member.value.refuse("required false: " + way_out());
    if (transformers::is_among(transformers::parts, member.key)) {
      member.value.refuse("required no such member: " + way_out());
    }
  }
}

void ModelDirectory::each_added_token(const json::Field& of_file, const Take& take) {
  const json::Field none(json::Node(), "", "");
  const json::Field& config = tokenizer_config_ ? tokenizer_config_->root : none;
  const bool has_ids = tokenizer_config_ && config["added_tokens_decoder"].node().is_there();
  transformers::Defaults defaults;
  if (made_ != nullptr) {
    for (const auto& [role, literal] : made_->tokens) {
      defaults.emplace_back(role, transformers::text_token(class_place_, literal));
    }
  }
  tokens_ = std::make_unique<Tokens>();
  tokens_->special = transformers::read_special_tokens(
      config, special_tokens_map_ && !has_ids ? special_tokens_map_->root : none, defaults);
  check_members(tokens_->special.members);
  const Tokens::WithIds with_ids = tokens_->read_ids(*this, of_file, has_ids);
  if (made_ == nullptr) tokens_->add_of_file(of_file);
  tokens_->add_all(with_ids);
  if (made_ != nullptr && made_->again != transformers::MadeTokenizer::Again::none) {
    tokens_->add_again(made_->again == transformers::MadeTokenizer::Again::as_text);
  }
  tokens_->write_objects();
  auto object = tokens_->document.root().elements().begin();
  for (const Tokens::Entry& entry : tokens_->entries) {
    const json::Field& place = entry.token.place;
    sources_.insert_or_assign(entry.token.content, place.area());
    if (entry.token.is_whole) {
      take(place, entry.is_beside);
    } else {
      take(json::Field(*object, place.area(), "S51e", place.pointer()), entry.is_beside);
      ++object;
    }
  }
}

std::string ModelDirectory::way_out() const {
  if (!is_tokenizer_json_) return "give the two files in a directory of their own";
  return "give the file itself: " + utf8::quoted(model_, 200);
}

void ModelDirectory::refuse_class(std::string_view why) const {
  class_place_.refuse(fmt::format("{}: {}", why, way_out()));
}

void ModelDirectory::check_made(const Table& table) const {
  if (made_ == nullptr) return;
  const Profile& profile = table.profile;
  const auto around = own_template(table);
  const char* const part = profile.normalizer != made_->normalizer       ? "normalizer"
                           : profile.splits != made_->splits             ? "split"
                           : profile.prefix_space != puts_prefix_space() ? "add_prefix_space"
                           : profile.whole_chunks                        ? "merging"
                           : around && profile.ids_around != *around     ? "template"
                                                                         : nullptr;
  if (part == nullptr) return;
  refuse_class(
      fmt::format("{} of transformers 5.24 has another {} than tokenizer.json", made_->name, part));
}

// The template that the class makes itself, or nullopt if it takes that of tokenizer.json.
std::optional<Template> ModelDirectory::own_template(const Table& table) const {
  using Ends = transformers::MadeTokenizer::Ends;
  const Ends ends = made_ == nullptr ? Ends::of_file : made_->ends;
  const auto ids_of = [&](std::string_view role, bool is_added) {
    const Token* const token = tokens_->special.named.find(role);
    if (token == nullptr || !is_added) return std::vector<TokenId>();
    const auto found = std::ranges::find(table.specials, token->content, &SpecialToken::literal);
    return found == table.specials.end() ? std::vector<TokenId>() : std::vector<TokenId>{found->id};
  };
  const auto has = [&](std::string_view key) {
    const auto* const member = is_tokenizer_json_ ? nullptr : tokens_->special.members.find(key);
    return member != nullptr && !member->is_empty();
  };
  if (ends == Ends::of_roberta)
    return Template{ids_of("cls_token", true), ids_of("sep_token", true)};
  if (ends == Ends::of_file && is_tokenizer_json_) return std::nullopt;
  return Template{ids_of("bos_token", has("add_bos_token")),
                  ids_of("eos_token", has("add_eos_token"))};
}

Template ModelDirectory::template_of(const Table& table) const {
  return own_template(table).value_or(Template());
}

}  // namespace bpetite::interop
