// A test program that speaks bpetite-iut/1. It answers as the reference does, and misbehaves in the
// way that its argument names.
//
//   misbehave half-a-line       at the text "!": writes half of its answer, and hangs
//   misbehave drop-by-drop      at the text "!": the right answer, a byte at a time
//   misbehave exits-in-hello    at another request: hello, save, reset or bye
//   misbehave never-reads       at its start
//   misbehave as-told           at each text "!half-a-line ...": in the way that the text names
//
// Tests of this folder run it (support/conform.hpp), most of them in conform_torture.cpp.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <thread>

#include "conform/program/serve.hpp"
#include "conform/suite/protocol.hpp"

namespace {

using bpetite::conform::program::Server;

// The state that the modes need.
struct State {
  Server server{bpetite::conform::program::reference_implementation()};
  std::string line;    // the current request
  std::string answer;  // the reference's answer
  int requests = 0;
  int triggers = 0;
  std::string kept;
};

void say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(STDOUT_FILENO, text.data(), text.size());
    if (size < 0 && errno != EINTR) return;
    if (size > 0) text.remove_prefix(static_cast<std::size_t>(size));
  }
}

void say_line(const std::string& text) { say(text + "\n"); }

[[noreturn]] void hang() {
  for (;;) pause();
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  if (const auto at = text.find(from); at != std::string::npos) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string id_of(const State& state) { return state.answer.substr(6, state.answer.find(',') - 6); }

// Writes `{"id":N,` and a text that differs from the reference's answer.
void say_instead(const State& state, std::string_view rest) {
  say_line("{\"id\":" + id_of(state) + "," + std::string(rest) + "}");
}

// Starts a process in its own session that outlives its parent and keeps stdout open.
void leave_daemon(bool keeps_forking) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  while (keeps_forking) {
    usleep(2000);
    if (fork() != 0) _exit(0);
    setsid();
  }
  hang();
}

std::filesystem::path bundle_of(const std::string& hello) {
  const std::string key = "\"bundle\":\"";
  const auto begin = hello.find(key) + key.size();
  return hello.substr(begin, hello.find('"', begin) - begin);
}

bool only_standard_descriptors() {
  for (int i = 3; i < 1024; ++i) {
    if (fcntl(i, F_GETFD) >= 0) return false;
  }
  return true;
}

bool ordinary_signals() {
  struct sigaction action {};
  sigaction(SIGPIPE, nullptr, &action);
  sigset_t mask;
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  return action.sa_handler == SIG_DFL && sigismember(&mask, SIGCHLD) == 0;
}

// The text of the request in hex, and empty if it has none.
std::string told_text(const State& state) {
  const std::string key = "\"text_hex\":\"";
  const auto begin = state.line.find(key);
  if (begin == std::string::npos) return {};
  const auto text = state.line.substr(begin + key.size());
  return text.substr(0, text.find('"'));
}

// The mode that the text names: "exit-3" of "!exit-3 a".
std::string told_mode(const State& state) {
  const std::string hex = told_text(state);
  std::string name;
  for (std::size_t i = 2; hex.starts_with("21") && i + 1 < hex.size(); i += 2) {
    const char letter = static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    const bool is_of_name =
        letter == '-' || (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z');
    if (!is_of_name) break;
    name += letter;
  }
  return name;
}

using Mode = std::function<void(State&)>;

// The misbehaviour of each mode, in place of an answer to a trigger.
const std::map<std::string, Mode>& modes() {
  static const std::map<std::string, Mode> all = {
      {"no-answer", [](State&) { hang(); }},
      {"will-not-die",
       [](State&) {
         for (int i = 1; i < 32; ++i) signal(i, SIG_IGN);
         hang();
       }},
      {"stops-itself", [](State& s) { raise(SIGSTOP), say_line(s.answer); }},
      {"half-a-line",
       [](State& s) {
         say(s.answer.substr(0, s.answer.size() / 2));
         hang();
       }},
      {"half-a-line-and-exit",
       [](State& s) {
         say(s.answer.substr(0, s.answer.size() / 2));
         _exit(0);
       }},
      {"no-newline",
       [](State& s) {
         say(s.answer);
         hang();
       }},
      {"exit-0", [](State&) { _exit(0); }},
      {"exit-3", [](State&) { _exit(3); }},
      {"abort",
       [](State&) {
         const rlimit none{0, 0};
         setrlimit(RLIMIT_CORE, &none);
         std::abort();
       }},
      {"kills-itself", [](State&) { kill(getpid(), SIGKILL); }},
      {"kills-its-group", [](State&) { kill(0, SIGKILL); }},
      {"kills-its-parent", [](State&) { kill(getppid(), SIGKILL), hang(); }},
      {"closes-stdout", [](State&) { close(STDOUT_FILENO), hang(); }},
      {"closes-stdin", [](State& s) { close(STDIN_FILENO), say_line(s.answer), hang(); }},
      {"closes-everything",
       [](State&) {
         for (int i = 0; i < 3; ++i) close(i);
         hang();
       }},
      {"flood-of-lines",
       [](State&) {
         for (;;) say("y\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\n");
       }},
      {"flood-without-newline",
       [](State&) {
         for (;;) say(std::string(65536, 'y'));
       }},
      {"flood-of-answers",
       [](State& s) {
         for (int i = 0; i < 100000; ++i) say_line(s.answer);
       }},
      {"flood-of-errors",
       [](State&) {
         for (;;) std::cerr << std::string(65536, 'e') << '\n';
       }},
      {"megabytes-before-the-answer",
       [](State& s) {
         for (int i = 0; i < 200; ++i) say_line(std::string(65536, '.'));
         say_line(s.answer);
       }},
      {"megabytes-of-errors",
       [](State& s) {
         for (int i = 0; i < 200; ++i) std::cerr << std::string(65536, 'e') << '\n';
         say_line(s.answer);
       }},
      {"text-before-the-answer", [](State& s) { say_line("loading ..."), say_line(s.answer); }},
      {"text-on-the-line-of-the-answer", [](State& s) { say_line("debug: " + s.answer); }},
      {"blank-lines-and-carriage-returns", [](State& s) { say("\n\r\n" + s.answer + "\r\n"); }},
      {"drop-by-drop",
       [](State& s) {
         for (const char c : s.answer + "\n") {
           say(std::string(1, c));
           usleep(1000);
         }
       }},
      {"late", [](State& s) { usleep(1'200'000), say_line(s.answer); }},
      {"wrong-id",
       [](State& s) { say_line("{\"id\":99999" + s.answer.substr(s.answer.find(','))); }},
      {"id-as-text",
       [](State& s) { say_line(replaced(s.answer, id_of(s), '"' + id_of(s) + '"')); }},
      {"answers-twice", [](State& s) { say_line(s.answer), say_line(s.answer); }},
      {"nan", [](State& s) { say_instead(s, R"("ok":{"ids":[NaN],"chunks_hex":[NaN]})"); }},
      {"infinity",
       [](State& s) { say_instead(s, R"("ok":{"ids":[1e999],"chunks_hex":[1e999]})"); }},
      {"floats", [](State& s) { say_instead(s, R"("ok":{"ids":[33.0],"chunks_hex":[33.0]})"); }},
      {"ill-formed-utf-8",
       [](State& s) { say_instead(s, "\"ok\":{\"ids\":[33],\"chunks_hex\":[\"\xff\"]}"); }},
      {"nothing-but-depth", [](State&) { say_line("{\"id\":" + std::string(1000000, '[')); }},
      {"an-array",
       [](State&) {
         say_line("[1,2]");
         say_line("{}");
       }},
      {"ok-and-error",
       [](State& s) { say_instead(s, R"("ok":{},"error":{"class":"ValueError"})"); }},
      {"neither", [](State& s) { say_instead(s, R"("result":[])"); }},
      {"error-without-class", [](State& s) { say_instead(s, R"("error":{"message":"no"})"); }},
      {"no-ids", [](State& s) { say_instead(s, R"("ok":{"tokens":[33]})"); }},
      {"ids-as-text", [](State& s) { say_instead(s, R"("ok":{"ids":["33"],"chunks_hex":"21"})"); }},
      {"wrong-result",
       [](State& s) { say_instead(s, R"("ok":{"ids":[34],"chunks_hex":["22"]})"); }},
      {"negative-id",
       [](State& s) { say_instead(s, R"("ok":{"ids":[-33],"chunks_hex":["22"]})"); }},
      {"an-error",
       [](State& s) { say_instead(s, R"("error":{"class":"ValueError","message":"no"})"); }},
      {"unsupported",
       [](State& s) { say_instead(s, R"("error":{"class":"Unsupported","message":"no"})"); }},
      {"skips", [](State& s) { say_instead(s, R"("skip":{"reason":"not today"})"); }},
      {"another-answer-each-time",
       [](State& s) {
         const std::string id = std::to_string(34 + s.triggers);
         say_instead(s, "\"ok\":{\"ids\":[" + id + "],\"chunks_hex\":[\"" + id + "\"]}");
       }},
      {"another-answer-each-process",
       [](State& s) {
         const std::string id = std::to_string(1000000 + getpid());
         const std::string hex = std::string(id.size() % 2, '0') + id;
         say_instead(s, "\"ok\":{\"ids\":[" + id + "],\"chunks_hex\":[\"" + hex + "\"]}");
       }},
      {"long-answer",
       [](State& s) {
         std::string chunks = "\"21\"";
         for (int i = 0; i < 2000; ++i) chunks += ",\"2121\"";
         say_instead(s, "\"ok\":{\"chunks_hex\":[" + chunks + "]}");
       }},
      {"hostile-error",
       [](State& s) {
         say_instead(s, R"("error":{"class":"ValueError","message":"<script>|`#*[a](b) @all )"
                        R"(\u001b[31m \u0085 \u202e ]]> -- \" ' )" +
                            std::string(3000, 'x') + R"("})");
       }},
      // "!parts" and the rest of the text, each as one chunk.
      {"parts",
       [](State& s) {
         const std::string text = told_text(s);
         say_instead(s, R"("ok":{"chunks_hex":["21","7061727473",")" + text.substr(12) + "\"]}");
       }},
      {"broken-array",
       [](State& s) {
         say_line("[[[[");
         say_line(s.answer);
       }},
      {"message-in-brackets",
       [](State& s) {
         say_line("[info] 1 request");
         say_line("[2026-11-25] done");
         say_line(s.answer);
       }},
      {"right-once",
       [](State& s) {
         if (s.triggers <= 2) return say_line(s.answer);
         say_instead(s, R"("ok":{"ids":[],"chunks_hex":[]})");
       }},
      {"crash-if-not-first",
       [](State& s) {
         if (s.requests > 4) _exit(4);
         say_line(s.answer);
       }},
      {"child-in-the-group",
       [](State& s) {
         if (fork() == 0) hang();
         say_line(s.answer);
       }},
      {"daemon", [](State& s) { leave_daemon(false), say_line(s.answer); }},
      {"daemon-that-forks-on", [](State& s) { leave_daemon(true), say_line(s.answer); }},
      {"daemon-and-exit", [](State&) { leave_daemon(false), _exit(5); }},
      {"daemon-and-hang", [](State&) { leave_daemon(false), hang(); }},
      {"shell-in-the-background",
       [](State& s) {
         if (std::system("(setsid sleep 1000 &) ; sleep 1000 &") != 0) _exit(6);
         say_line(s.answer);
       }},
      {"removes-the-bundle",
       [](State& s) { std::filesystem::remove_all(s.kept), say_line(s.answer); }},
      {"forbids-the-bundle",
       [](State& s) {
         chmod((s.kept + "/out").c_str(), 0);
         chmod(s.kept.c_str(), 0);
         say_line(s.answer);
       }},
      {"leads-out-elsewhere",
       [](State& s) {
         for (const char* name : {"/out", "/artifacts", "/corpora"}) {
           std::filesystem::remove_all(s.kept + name);
           symlink(getenv("BPETITE_PRECIOUS"), (s.kept + name).c_str());
         }
         say_line(s.answer);
       }},
      {"locks-the-bundle",
       [](State& s) {
         std::filesystem::create_directories(s.kept + "/out/locked/inside");
         chmod((s.kept + "/out/locked").c_str(), 0);
         say_line(s.answer);
       }},
      {"fills-the-bundle",
       [](State& s) {
         for (int i = 0; i < 200; ++i) std::ofstream(s.kept + "/out/" + std::to_string(i)) << i;
         symlink("/", (s.kept + "/out/root").c_str());
         mkfifo((s.kept + "/out/fifo").c_str(), 0600);
         say_line(s.answer);
       }},
      {"inspects-itself",
       [](State& s) {
         if (!only_standard_descriptors() || !ordinary_signals() || getpgrp() != getpid()) _exit(7);
         say_line(s.answer);
       }},
  };
  return all;
}

// Puts another file at the destination of a save, or beside it.
void spoil(const std::string& mode, const State& state) {
  namespace fs = std::filesystem;
  const std::string key = "\"path\":\"";
  const auto begin = state.line.find(key) + key.size();
  const fs::path place =
      state.kept + "/" + state.line.substr(begin, state.line.find('"', begin) - begin);
  const fs::path pipe = state.kept + "/a-pipe";
  if (mode == "saves-a-pipe") {
    fs::remove_all(place);
    mkfifo(place.c_str(), 0600);
  } else if (mode == "saves-nothing") {
    fs::remove_all(place);
  } else if (mode == "leaves-a-temporary-file") {
    std::ofstream(place.string() + ".tmp") << "x";
  } else if (mode == "saves-a-link-to-a-pipe") {
    mkfifo(pipe.c_str(), 0600);
    fs::remove_all(place);
    fs::create_symlink(pipe, place);
  } else if (mode == "saves-a-link-to-zero") {
    fs::remove_all(place);
    fs::create_symlink("/dev/zero", place);
  } else if (mode == "saves-holes") {
    fs::remove_all(place);
    std::ofstream(place).flush();
    fs::resize_file(place, std::uintmax_t{1} << 40U);
  } else if (mode == "makes-the-target-a-pipe" || mode == "makes-the-target-zero") {
    const fs::path target = place.parent_path() / "target";
    fs::remove(target);
    if (mode == "makes-the-target-a-pipe") {
      mkfifo(target.c_str(), 0600);
    } else {
      fs::create_symlink("/dev/zero", target);
    }
  } else if (mode == "leaves-a-crowd") {
    for (int i = 0; i < 500; ++i) std::ofstream(place.parent_path() / std::to_string(i));
  }
}

// Modes without a trigger: at the start, at hello, at save, at bye.
bool special(const std::string& mode, State& state) {
  const bool hello = state.line.find("\"op\":\"hello\"") != std::string::npos;
  const bool save = state.line.find("\"op\":\"save\"") != std::string::npos;
  const bool bye = state.line.find("\"op\":\"bye\"") != std::string::npos;
  if (hello && mode == "sleeps-in-hello") hang();
  if (hello && mode == "exits-in-hello") _exit(1);
  if (hello && mode == "refuses-hello") return say_instead(state, R"("skip":{})"), true;
  if (hello && mode == "another-protocol") {
    return say_line(replaced(state.answer, "\"protocol\":1", "\"protocol\":2")), true;
  }
  if (hello && mode == "no-ops") return say_line(replaced(state.answer, "\"ops\"", "\"os\"")), true;
  if (hello && mode == "as-told") {
    std::string line = replaced(state.answer, "16.0.0", "15.1.0");
    line = replaced(line, "\"train\",", "");
    line = replaced(line, "\"same-bytes\",", "");
    return say_line(replaced(line, "\"name\":\"", R"("name":"told <b>|`# )")), true;
  }
  if (bye && mode == "ignores-bye") hang();
  if (bye && mode == "goes-on-after-bye") return say_line(state.answer), hang(), true;
  if (mode == "no-reset" && state.line.find("\"op\":\"reset\"") != std::string::npos) {
    return say_instead(state, R"("error":{"class":"Unsupported","message":"reset"})"), true;
  }

  if (save) spoil(mode, state);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "never-reads") hang();
  if (mode == "exits-at-once") return 9;
  State state;
  while (std::getline(std::cin, state.line)) {
    ++state.requests;
    state.answer = state.server.answer(state.line);
    if (state.line.find("\"op\":\"hello\"") != std::string::npos)
      state.kept = bundle_of(state.line);
    const bool is_told = mode == "as-told";
    const auto found = modes().find(is_told ? told_mode(state) : mode);
    const bool trigger = is_told ? found != modes().end() : told_text(state) == "21";
    state.triggers += trigger ? 1 : 0;
    if (special(mode, state)) {
      continue;
    }
    if (trigger && found != modes().end()) {
      found->second(state);
    } else {
      say_line(state.answer);
    }
    if (state.server.done()) {
      return 0;
    }
  }
  return 0;
}
