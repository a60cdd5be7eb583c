/* break.cpp - ways in which a library may fail. */
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

extern "C" void standin_break(const char *way);

extern "C" void standin_break(const char *way)
{
    std::puts("preCICE stand-in: this is the message of the library");
    if (std::strcmp(way, "throw") == 0)
        throw std::runtime_error("nobody catches this");
    std::fflush(stdout);
    if (std::strcmp(way, "kill") == 0)
        std::raise(SIGKILL);
    if (std::strcmp(way, "exit") == 0)
        std::exit(3);
    std::abort();
}
