#include <iostream>

#include "philidor/chess/square.hpp"

static_assert(sizeof(philidor::Square) == 1);

int main() { std::cout << "a square takes " << sizeof(philidor::Square) << " byte\n"; }
