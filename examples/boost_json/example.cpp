// Opens a tokenizer, encodes a text, and prints the ids as JSON with Boost.JSON, which this program
// compiles from its headers. The library contains another copy of Boost.JSON in a namespace of its
// own, so the two do not collide.
//
//   c++ -std=c++20 -o example example.cpp $(pkg-config --static --cflags --libs bpetite)
#include <iostream>

#include <boost/json/src.hpp>

#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: example FILE TEXT\n";
    return 2;
  }
  try {
    const bpetite::Tokenizer tokenizer = bpetite::open(arguments[1]);
    std::cout << boost::json::value_from(tokenizer.encode(arguments[2])) << '\n';
  } catch (const bpetite::Error& error) {
    std::cerr << error.kind() << ": " << error.what() << '\n';
    return 1;
  }
}
