// Follows the descriptors through the trace of one thread, and applies each call to the model.
#include "verify/save-faults/replay.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "verify/save-faults/system_calls.hpp"

namespace bpetite::crash {
namespace {

class Replay {
 public:
  explicit Replay(const Save& save) : save_(save), disk_(save.before) {}

  const Disk& disk() const { return disk_; }
  bool returned() const { return returned_; }

  // True if a crash after the call may show an effect of the call.
  bool perform(const SystemCall& call) {
    const auto& a = call.arguments;
    const std::string& name = call.name;
    if (call.result < 0) return is_mark(call);
    if (name == "openat") return open(path_at(a.at(0), a.at(1)), a.at(2), call.result);
    if (name == "open") return open(name_of(a.at(0)), a.at(1), call.result);
    if (name == "close") return opened_.erase(a.at(0)), false;
    if (name == "write") return write(a.at(0), a.at(1), call.result);
    if (name == "ftruncate") return truncate(a.at(0), number_of(a.at(1)));
    if (name == "fsync" || name == "fdatasync") return sync(a.at(0));
    if (name == "rename") return rename(name_of(a.at(0)), name_of(a.at(1)));
    if (name == "renameat" || name == "renameat2") {
      if (a.size() > 4 && a[4].find("EXCHANGE") != std::string::npos) refuse(call);
      return rename(path_at(a.at(0), a.at(1)), path_at(a.at(2), a.at(3)));
    }
    if (name == "link") return link(name_of(a.at(0)), name_of(a.at(1)));
    if (name == "linkat") return link(path_at(a.at(0), a.at(1)), path_at(a.at(2), a.at(3)));
    if (name == "unlink") return unlink(name_of(a.at(0)));
    if (name == "unlinkat") return unlink(path_at(a.at(0), a.at(1)));
    check_harmless(call);
    return false;
  }

 private:
  struct Opened {
    std::optional<Disk::File> file;  // nothing: the descriptor is the directory
    std::size_t offset = 0;
    bool appends = false;
  };

  [[noreturn]] static void refuse(const SystemCall& call) {
    throw std::runtime_error("the replay does not know what " + call.name + " does");
  }

  // A call that the model does not know must not change the directory.
  void check_harmless(const SystemCall& call) const {
    constexpr std::array<std::string_view, 14> harmless = {
        "access",     "faccessat", "faccessat2", "fcntl", "fstat",   "getdents64", "ioctl",
        "newfstatat", "lseek",     "lstat",      "read",  "pread64", "stat",       "readlink"};
    if (std::ranges::find(harmless, call.name) != harmless.end()) return;
    for (const std::string& argument : call.arguments) {
      if (opened_.contains(argument) || argument.starts_with(save_.directory)) refuse(call);
    }
  }

  bool is_mark(const SystemCall& call) {
    const bool ends = call.name == "access" && call.arguments.at(0) == "/save-ends";
    returned_ = returned_ || ends;
    return ends;
  }

  static std::size_t number_of(const std::string& text) {
    return std::strtoull(text.c_str(), nullptr, 0);
  }

  // The name of a path in the directory: "" for the directory itself, nothing for another place.
  std::optional<std::string> name_of(const std::string& path) const {
    if (path == save_.directory) return "";
    const std::string below = save_.directory + "/";
    if (!path.starts_with(below)) return std::nullopt;
    return path.substr(below.size());
  }

  std::optional<std::string> path_at(const std::string& directory, const std::string& path) const {
    return opened_.contains(directory) ? path : name_of(path);
  }

  bool open(const std::optional<std::string>& name, std::string_view flags, long number) {
    if (!name) return false;
    Opened& opened = opened_[std::to_string(number)];
    opened = {};
    if (name->empty()) return false;
    std::optional<Disk::File> file = disk_.find(*name);
    std::string last = *name;
    while (file && disk_.link_target(*file)) {
      last = *disk_.link_target(*file);
      file = disk_.find(last);
    }
    const bool is_new = !file;
    opened.file = is_new ? disk_.create(last) : *file;
    opened.appends = flags.find("O_APPEND") != std::string_view::npos;
    const bool empties = !is_new && flags.find("O_TRUNC") != std::string_view::npos;
    if (empties) disk_.truncate(*opened.file, 0);
    return is_new || empties;
  }

  bool write(const std::string& number, std::string_view bytes, long count) {
    returned_ = returned_ || number == "1";
    const auto found = opened_.find(number);
    if (found == opened_.end()) return number == "1";
    Opened& opened = found->second;
    if (opened.appends) opened.offset = disk_.size(*opened.file);
    disk_.write(*opened.file, opened.offset, bytes.substr(0, static_cast<std::size_t>(count)));
    opened.offset += static_cast<std::size_t>(count);
    return true;
  }

  bool truncate(const std::string& number, std::size_t size) {
    const auto found = opened_.find(number);
    if (found == opened_.end()) return false;
    disk_.truncate(*found->second.file, size);
    return true;
  }

  bool sync(const std::string& number) {
    const auto found = opened_.find(number);
    if (found == opened_.end()) return false;
    if (found->second.file) {
      disk_.sync_file(*found->second.file);
    } else {
      disk_.sync_directory();
    }
    return true;
  }

  bool rename(const std::optional<std::string>& from, const std::optional<std::string>& to) {
    if (!from && !to) return false;
    disk_.rename(from.value(), to.value());
    return true;
  }

  bool link(const std::optional<std::string>& from, const std::optional<std::string>& to) {
    if (!from && !to) return false;
    disk_.link(disk_.find(from.value()).value(), to.value());
    return true;
  }

  bool unlink(const std::optional<std::string>& name) {
    if (!name) return false;
    disk_.unlink(*name);
    return true;
  }

  const Save& save_;
  Disk disk_;
  std::map<std::string, Opened> opened_;
  bool returned_ = false;
};

// Says what is wrong with the directory after a crash. Empty if nothing is.
std::string fault_in(const Image& found, const Save& save, bool returned) {
  const auto text_in = [](const Image& image, const std::string& name) {
    const auto it = image.find(name);
    return it == image.end() ? std::string() : it->second;
  };
  const std::string there = text_in(found, save.destination);
  const bool is_old = there == text_in(save.before, save.destination);
  const bool is_new = !save.refused && there == "f" + save.bytes;
  if (!is_old && !is_new) return "neither the old file nor the new one";
  if (returned && !save.refused && !is_new)
    return "the save has returned, and the file is the old one";
  for (const auto& [name, text] : save.before) {
    if (name != save.destination && text_in(found, name) != text) return name + " has changed";
  }
  for (const auto& [name, text] : found) {
    const bool known = name == save.destination || save.before.contains(name);
    if (returned && !known) return name + " is left";
  }
  return "";
}

}  // namespace

Verdict replay(const Save& save, const std::vector<std::string>& trace) {
  Replay replay(save);
  std::set<std::pair<bool, Image>> seen;
  Verdict verdict;
  const auto look = [&](const std::string& after) {
    for (const Image& image : replay.disk().images()) {
      if (!seen.emplace(replay.returned(), image).second) continue;
      if (const std::string fault = fault_in(image, save, replay.returned()); !fault.empty()) {
        verdict.faults.push_back("after " + after + ": " + fault);
      }
    }
  };
  look("the start");
  for (const std::string& line : trace) {
    const auto call = parse_call(line);
    if (call && replay.perform(*call)) look(call->name);
  }
  verdict.states = seen.size();
  if (replay.returned() == save.refused) {
    throw std::runtime_error(save.refused ? "the save was not refused" : "the save did not return");
  }
  return verdict;
}

}  // namespace bpetite::crash
