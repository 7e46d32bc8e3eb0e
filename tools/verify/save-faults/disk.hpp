// Models a directory on a disk, and lists what a loss of power may leave of it.
//
// The model is pessimistic. A change is pending until it is synchronised: the bytes of a file until
// fsync of the file, the names until fsync of the directory. When the power fails, any part of the
// pending changes may have reached the disk, in any order:
//
//   names    each entry that was made or removed is there or not, independent of the others
//   bytes    each write has arrived whole, or up to some byte, or not at all. The missing bytes are
//            absent; or, if the file already has its new length, they are zeros
//
//   Disk disk({{"t", "fold"}});
//   const Disk::File file = disk.create("t.tmp");
//   disk.write(file, 0, "new");
//   disk.rename("t.tmp", "t");
//   disk.images()       {t: old}  {t: ""}  {t: "n"}  {t: "\0\0\0"}  {t: old, t.tmp: new}  ...
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::crash {

// The content behind each name: "f" and the bytes of a file, "l" and the text of a link, "d" for a
// directory.
using Image = std::map<std::string, std::string>;

class Disk {
 public:
  using File = std::size_t;  // a file, a link or a directory

  // Everything in the image is durable.
  explicit Disk(const Image& image);

  // The state as programs see it.
  std::optional<File> find(const std::string& name) const;
  // The target of a link; nothing if it is not a link.
  std::optional<std::string> link_target(File file) const;
  std::size_t size(File file) const;

  File create(const std::string& name);
  void write(File file, std::size_t offset, std::string_view bytes);
  void truncate(File file, std::size_t size);
  void link(File file, const std::string& name);
  void unlink(const std::string& name);
  void rename(const std::string& from, const std::string& to);

  void sync_file(File file);
  void sync_directory();

  // All images that may be found if the power fails now.
  std::set<Image> images() const;

 private:
  struct Write {
    std::size_t offset = 0;
    std::string bytes;
    bool truncates = false;  // cuts the file to `offset`; `bytes` is empty
  };
  struct Content {
    char kind = 'f';
    std::string durable;
    std::vector<Write> pending;
  };
  using Names = std::map<std::string, File>;
  struct NameChange {
    std::string name;
    std::optional<File> file;  // nothing: the name was removed
  };

  static void apply(const Write& write, std::string& bytes);
  static void apply(const NameChange& change, Names& names);
  static std::set<std::string> contents_after_crash(const Content& content);
  void change(const std::string& name, std::optional<File> file);
  void add_images(const Names& names, std::set<Image>& images) const;

  std::vector<Content> contents_;
  Names names_;          // as programs see them
  Names durable_names_;  // as they are certainly on the disk
  std::vector<NameChange> pending_names_;
};

}  // namespace bpetite::crash
