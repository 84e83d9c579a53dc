// Preloaded under valgrind 3.19, which writes to the mask that a program hands to sigsuspend and dies when that is
// constant, as in libdispatch: hands on a copy.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    // The kernel's set of signals has 64 bits; the C library's is larger.
    return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
