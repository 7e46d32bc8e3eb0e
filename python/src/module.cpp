// Defines the extension module bpetite._bpetite: the functions cited, given_profile and
// training_profile, merge_counts, text_of_line, plan_shards, and the classes Core, ChunkCounter,
// StreamDecoder, Stream, Session, ShardFolder, GivenShard, ShardPlan, GivenProfile and
// TrainingProfile. Refuses to be imported into a sub-interpreter. Turns each error of the library
// into the class of the same name in bpetite.errors, whose advice names the arguments of Python.
// Only the package imports the module, and says what each argument means
// (python/bpetite/tokenizer.py).
//
//   ValueError: ... give the pattern (pattern) or name the profile (profile)
#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <string>

#include <bpetite/errors.hpp>

#include "core.hpp"
#include "core/wording/clause.hpp"
#include "counting.hpp"
#include "ids.hpp"
#include "motion.hpp"
#include "shards.hpp"

namespace bpetite::python {
namespace {

// The arguments of Python for what a caller can do.
std::string_view own_words(Remedy remedy) {
  switch (remedy) {
    case Remedy::give_profile:
      return "give the pattern (pattern) or name the profile (profile)";
    case Remedy::open_ranks:
      return "open that file with profile=\"nanochat\"";
    case Remedy::allow_special:
      return "allow it (allowed_special), or take all of them as ordinary text (encode_ordinary, "
             "or disallowed_special=())";
    case Remedy::leave_out:
      return "leave it out (without)";
    case Remedy::none:
      break;
  }
  return "";
}

// Each error of the library is the class of the same name in bpetite.errors.
void translate(const std::exception_ptr& thrown, void* /*payload*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    const nb::object known = nb::module_::import_("bpetite.errors");
    const nb::object type = known.attr(std::string(error.kind()).c_str());
    const auto* const decoding = dynamic_cast<const UnicodeDecodeError*>(&error);
    const std::string message(error.reworded(own_words(error.remedy())).message());
    const nb::object made = decoding == nullptr
                                ? type(message, std::string(error.clause()))
                                : type(message, std::string(error.clause()), decoding->offset());
    PyErr_SetObject(type.ptr(), made.ptr());
  }
}

TrainingProfile training_profile(const GivenProfile& given, std::string normalizer,
                                 std::vector<std::string> special_tokens) {
  return {.profile = given.profile,
          .patterns = given.patterns,
          .dialect = given.dialect,
          .version = given.version,
          .normalizer = std::move(normalizer),
          .special_tokens = std::move(special_tokens)};
}

std::string add_to_stream(StreamDecoder& stream, nb::handle ids) {
  const GivenIds given(ids);
  const nb::gil_scoped_release released;
  return stream.add(given.ids());
}

}  // namespace

NB_MODULE(_bpetite, m) {
  // Its types belong to the interpreter that made them, and would go with it.
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    throw nb::import_error("bpetite cannot be imported into a sub-interpreter");
  }
  nb::register_exception_translator(translate);
  nb::set_leak_warnings(false);  // a tokenizer in a module's globals lives until the end

  nb::class_<GivenProfile>(m, "GivenProfile");
  nb::class_<TrainingProfile>(m, "TrainingProfile");
  m.def("cited", &cited);
  m.def("given_profile", &given_profile);
  m.def("training_profile", &training_profile);

  nb::class_<StreamDecoder>(m, "StreamDecoder")
      .def("add", &add_to_stream)
      .def("finish", &StreamDecoder::finish);

  nb::class_<TextStream>(m, "Stream")
      .def(nb::init<nb::object, nb::handle, nb::handle, std::size_t>(), nb::arg(), nb::arg().none(),
           nb::arg().none(), nb::arg())
      .def("push", &TextStream::push, nb::arg().none())
      .def("finish", &TextStream::finish)
      .def("pending", &TextStream::pending);

  nb::class_<TextSession>(m, "Session")
      .def(nb::init<nb::object, nb::handle, nb::handle, std::size_t>(), nb::arg(), nb::arg().none(),
           nb::arg().none(), nb::arg())
      .def("append", &TextSession::append, nb::arg().none())
      .def("replace", &TextSession::replace, nb::arg(), nb::arg(), nb::arg().none())
      .def("truncate", &TextSession::truncate)
      .def("ids", &TextSession::ids)
      .def("text", &TextSession::text)
      .def("size", &TextSession::size)
      .def("fork", &TextSession::fork);

  nb::class_<Counter>(m, "ChunkCounter")
      .def(nb::init<const TrainingProfile&, unsigned, std::size_t>())
      .def("add", &Counter::add, nb::arg().none())
      .def("add_batch", &Counter::add_batch, nb::arg().none())
      .def("add_arrow", &Counter::add_arrow, nb::arg().none(), nb::arg())
      .def("save", &Counter::save)
      .def("to_bytes", &Counter::to_bytes);
  m.def("merge_counts", &merge_counts);
  m.def("text_of_line", &text_of_line);

  nb::class_<ShardPlan>(m, "ShardPlan")
      .def(nb::init<>())
      .def_rw("format", &ShardPlan::format)
      .def_rw("field", &ShardPlan::field)
      .def_rw("separator", &ShardPlan::separator)
      .def_rw("skips_bad", &ShardPlan::skips_bad)
      .def_rw("finds_specials", &ShardPlan::finds_specials)
      .def_rw("has_loss", &ShardPlan::has_loss)
      .def_rw("prepend", &ShardPlan::prepend, nb::arg().none())
      .def_rw("append", &ShardPlan::append, nb::arg().none())
      .def_rw("task_bytes", &ShardPlan::task_bytes)
      .def_rw("tasks", &ShardPlan::tasks)
      .def_rw("name", &ShardPlan::name);
  m.def("plan_shards", &plan_shards);
  nb::class_<ShardFolder>(m, "ShardFolder")
      .def(nb::init<const std::filesystem::path&, const std::optional<std::filesystem::path>&>(),
           nb::arg(), nb::arg().none())
      .def("__len__", &ShardFolder::size)
      .def("tasks", &ShardFolder::tasks, nb::arg().none(), nb::arg(), nb::arg())
      .def("receipt", &ShardFolder::receipt)
      .def("run", &ShardFolder::run)
      .def("finish", &ShardFolder::finish)
      .def("verify", &ShardFolder::verify, nb::arg().none(), nb::arg());
  nb::class_<GivenShard>(m, "GivenShard")
      .def(nb::init<const std::filesystem::path&, std::size_t, unsigned>())
      .def("add_batch", &GivenShard::add_batch, nb::arg().none())
      .def("finish", &GivenShard::finish)
      .def("abandon", &GivenShard::abandon);

  nb::class_<Core>(m, "Core")
      .def_static("open", &Core::open)
      .def_static("from_bytes", &Core::from_bytes, nb::arg().none(), nb::arg(), nb::arg(),
                  nb::arg())
      .def_static("from_ranks", &Core::from_ranks)
      .def_static("train", &Core::train, nb::arg().none(), nb::arg(), nb::arg(), nb::arg(),
                  nb::arg().none())
      .def_static("train_from_iterator", &Core::train_from_iterator, nb::arg().none(), nb::arg(),
                  nb::arg(), nb::arg(), nb::arg(), nb::arg().none())
      .def_static("train_from_counts", &Core::train_from_counts, nb::arg(), nb::arg(), nb::arg(),
                  nb::arg().none())
      .def("with_tokens", &Core::with_tokens)
      .def("save", &Core::save)
      .def("export_to", &Core::export_to)
      .def("to_bytes", &Core::to_bytes)
      .def("encode", &Core::encode, nb::arg().none(), nb::arg().none(), nb::arg().none())
      .def("encode_to_numpy", &Core::encode_to_numpy, nb::arg().none(), nb::arg().none(),
           nb::arg().none(), nb::arg())
      .def("encode_batch", &Core::encode_batch, nb::arg().none(), nb::arg().none(),
           nb::arg().none(), nb::arg())
      .def("encode_batch_flat", &Core::encode_batch_flat, nb::arg().none(), nb::arg().none(),
           nb::arg().none(), nb::arg())
      .def("encode_arrow", &Core::encode_arrow, nb::arg().none(), nb::arg().none(),
           nb::arg().none(), nb::arg(), nb::arg())
      .def("count", &Core::count, nb::arg().none(), nb::arg().none(), nb::arg().none())
      .def("offsets", &Core::offsets, nb::arg().none(), nb::arg().none(), nb::arg().none(),
           nb::arg())
      .def("chunks", &Core::chunks, nb::arg().none())
      .def("encode_parts", &Core::encode_parts)
      .def("continuation", &Core::continuation, nb::arg().none(), nb::arg())
      .def("divergence", &Core::divergence, nb::arg().none(), nb::arg())
      .def("first_divergence", &Core::first_divergence, nb::arg().none(), nb::arg())
      .def("windows", &Core::windows, nb::arg().none(), nb::arg(), nb::arg(), nb::arg(),
           nb::arg().none(), nb::arg().none(), nb::arg())
      .def("count_up_to", &Core::count_up_to, nb::arg().none(), nb::arg(), nb::arg().none(),
           nb::arg().none())
      .def("decode", &Core::decode, nb::arg().none(), nb::arg(), nb::arg())
      .def("decode_bytes", &Core::decode_bytes, nb::arg().none(), nb::arg())
      .def("token_bytes", &Core::token_bytes)
      .def("stream", &Core::stream)
      .def("vocabulary", &Core::vocabulary)
      .def("merges", &Core::merges)
      .def("special_tokens", &Core::special_tokens)
      .def("added_tokens", &Core::added_tokens)
      .def("pattern", &Core::pattern)
      .def("ids_around", &Core::ids_around);
}

}  // namespace bpetite::python
