// Sessions of the public interface (Session). Each holds its tokenizer, so that the encoder lives
// as long as the session.
#include <bpetite/session.hpp>

#include <utility>

#include "bpetite/access.hpp"
#include "engine/motion/session.hpp"

namespace bpetite {

struct Session::State {
  Tokenizer tokenizer;
  engine::motion::Session session;

  State(Tokenizer given, MotionOptions options)
      : tokenizer(std::move(given)),
        session(TokenizerAccess::model(tokenizer).encoder(), std::move(options.specials),
                options.max_pending) {}
};

Session::Session(Tokenizer tokenizer, MotionOptions options)
    : state_(std::make_unique<State>(std::move(tokenizer), std::move(options))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::Session(const Session& other) : state_(std::make_unique<State>(*other.state_)) {}
Session& Session::operator=(const Session& other) { return *this = Session(other); }

Patch Session::append(std::string_view text) { return replace(text_size(), text_size(), text); }

Patch Session::replace(std::size_t begin, std::size_t end, std::string_view text) {
  return state_->session.replace(begin, end, text);
}

Patch Session::truncate(std::size_t size) { return replace(size, text_size(), ""); }

std::span<const TokenId> Session::ids() const { return state_->session.ids(); }
std::string_view Session::text() const { return state_->session.text(); }
std::size_t Session::text_size() const { return state_->session.text_size(); }

}  // namespace bpetite
