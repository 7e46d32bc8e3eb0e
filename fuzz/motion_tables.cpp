// Makes the tables of the harnesses of text in motion when an input first names them.
#include "motion_tables.hpp"

#include <memory>
#include <vector>

#include "support/texts/tables.hpp"

namespace bpetite::fuzz {
namespace {

constexpr std::size_t moving_tables = test::profile_tables + 24;

}  // namespace

const test::MovingTable& motion_table(std::size_t number) {
  const std::vector<Table>& literals = test::literal_tables();
  static std::vector<std::unique_ptr<test::MovingTable>> made(moving_tables + literals.size());
  std::unique_ptr<test::MovingTable>& table = made[number % made.size()];
  if (!table) {
    const std::size_t at = number % made.size();
    table = at < moving_tables ? test::make_moving_table(1, at)
                               : std::make_unique<test::MovingTable>(literals[at - moving_tables],
                                                                     SpecialChoice());
  }
  return *table;
}

}  // namespace bpetite::fuzz
