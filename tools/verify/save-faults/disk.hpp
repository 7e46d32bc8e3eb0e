// A directory, and what a loss of power may leave of it.
//
// The model is pessimistic. What a program did is only pending until it is synchronised: the bytes
// of a file until fsync of the file, names until fsync of the directory. When the power fails, any
// part of what is pending may have reached the disk, and in any order:
//
//   names    each entry that was made or removed is there or not, whatever became of the others
//   bytes    each write has arrived up to some byte, or not at all; what is missing is absent, or
//   is
//            zeros where the file has already its length, at its end or at its beginning
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

// What each name leads to: a file "f" and its bytes, a link "l" and its text, a directory "d".
using Image = std::map<std::string, std::string>;

class Disk {
 public:
  using File = std::size_t;  // whatever a name leads to

  // All of this is durable.
  explicit Disk(const Image& image);

  // The state as programs see it.
  std::optional<File> find(const std::string& name) const;
  // The target of a link, nothing for what is none.
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

  // All that may be found if the power fails now.
  std::set<Image> images() const;

 private:
  struct Write {
    std::size_t offset = 0;
    std::string bytes;
    bool truncates = false;  // to `offset`; without bytes
  };
  struct Content {
    char kind = 'f';
    std::string durable;
    std::vector<Write> pending;
  };
  using Names = std::map<std::string, File>;
  struct NameChange {
    std::string name;
    std::optional<File> file;  // nothing: the name is gone
  };

  static void apply(const Write& write, std::string& bytes);
  static void apply(const NameChange& change, Names& names);
  static std::set<std::string> contents_after_crash(const Content& content);
  void change(const std::string& name, std::optional<File> file);
  void add_images(const Names& names, std::set<Image>& images) const;

  std::vector<Content> contents_;
  Names names_;          // as programs see them
  Names durable_names_;  // as they are on the disk for certain
  std::vector<NameChange> pending_names_;
};

}  // namespace bpetite::crash
