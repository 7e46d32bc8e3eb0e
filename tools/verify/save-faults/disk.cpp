// Computes the images after a loss of power: each subset of the pending names is combined with each
// content that the files may have.
#include "verify/save-faults/disk.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace bpetite::crash {

Disk::Disk(const Image& image) {
  for (const auto& [name, text] : image) {
    names_.emplace(name, contents_.size());
    contents_.push_back({text.at(0), text.substr(1), {}});
  }
  durable_names_ = names_;
}

std::optional<Disk::File> Disk::find(const std::string& name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> Disk::link_target(File file) const {
  return contents_[file].kind == 'l' ? std::optional(contents_[file].durable) : std::nullopt;
}

std::size_t Disk::size(File file) const {
  std::string bytes = contents_[file].durable;
  for (const Write& write : contents_[file].pending) apply(write, bytes);
  return bytes.size();
}

Disk::File Disk::create(const std::string& name) {
  contents_.emplace_back();
  change(name, contents_.size() - 1);
  return contents_.size() - 1;
}

void Disk::write(File file, std::size_t offset, std::string_view bytes) {
  contents_[file].pending.push_back({offset, std::string(bytes)});
}

void Disk::truncate(File file, std::size_t size) {
  contents_[file].pending.push_back({size, "", true});
}

void Disk::link(File file, const std::string& name) { change(name, file); }

void Disk::unlink(const std::string& name) { change(name, std::nullopt); }

// A rename is two entries. Each may be on the disk without the other.
void Disk::rename(const std::string& from, const std::string& to) {
  change(to, names_.at(from));
  change(from, std::nullopt);
}

void Disk::change(const std::string& name, std::optional<File> file) {
  pending_names_.push_back({name, file});
  apply(pending_names_.back(), names_);
}

void Disk::sync_file(File file) {
  Content& content = contents_[file];
  for (const Write& write : content.pending) apply(write, content.durable);
  content.pending.clear();
}

void Disk::sync_directory() {
  durable_names_ = names_;
  pending_names_.clear();
}

void Disk::apply(const Write& write, std::string& bytes) {
  if (write.truncates) {
    bytes.resize(write.offset);
    return;
  }
  bytes.resize(std::max(bytes.size(), write.offset + write.bytes.size()));
  bytes.replace(write.offset, write.bytes.size(), write.bytes);
}

void Disk::apply(const NameChange& change, Names& names) {
  if (change.file) {
    names.insert_or_assign(change.name, *change.file);
  } else {
    names.erase(change.name);
  }
}

std::set<Image> Disk::images() const {
  constexpr std::size_t most_changes = 10;
  if (pending_names_.size() > most_changes) throw std::runtime_error("too many pending names");
  std::set<Image> images;
  for (std::size_t subset = 0; subset < std::size_t{1} << pending_names_.size(); ++subset) {
    Names names = durable_names_;
    for (std::size_t i = 0; i < pending_names_.size(); ++i) {
      if ((subset >> i & 1U) != 0) apply(pending_names_[i], names);
    }
    add_images(names, images);
  }
  return images;
}

// Makes one image for each choice of contents. Two names of one file show the same content.
void Disk::add_images(const Names& names, std::set<Image>& images) const {
  std::vector<std::map<File, std::string>> choices(1);
  for (const auto& [name, file] : names) {
    if (choices.front().contains(file)) continue;
    std::vector<std::map<File, std::string>> longer;
    for (const std::string& bytes : contents_after_crash(contents_[file])) {
      for (auto choice : choices) {
        choice.emplace(file, contents_[file].kind + bytes);
        longer.push_back(std::move(choice));
      }
    }
    choices = std::move(longer);
  }
  for (const auto& choice : choices) {
    Image image;
    for (const auto& [name, file] : names) image.emplace(name, choice.at(file));
    images.insert(std::move(image));
  }
}

std::set<std::string> Disk::contents_after_crash(const Content& content) {
  constexpr std::size_t block = 4096;
  constexpr std::size_t most_cuts = 16;  // of one write
  std::set<std::string> found;
  std::string before = content.durable;
  found.insert(before);
  for (const Write& write : content.pending) {
    const std::size_t size = write.bytes.size();
    std::set<std::size_t> cuts = {std::min<std::size_t>(1, size),
                                  size - std::min<std::size_t>(1, size)};
    const std::size_t step = std::max(block, size / most_cuts / block * block);
    for (std::size_t cut = 0; cut < size; cut += step) cuts.insert(cut);
    for (const std::size_t cut : cuts) {
      const std::string& bytes = write.bytes;
      for (const std::string& arrived :
           {bytes.substr(0, cut), bytes.substr(0, cut) + std::string(size - cut, '\0'),
            std::string(cut, '\0') + bytes.substr(cut)}) {
        std::string after = before;
        apply({write.offset, arrived, write.truncates}, after);
        found.insert(std::move(after));
      }
    }
    apply(write, before);
    found.insert(before);
  }
  return found;
}

}  // namespace bpetite::crash
