// Runs a command pinned to a core and writes down what it used: the CPU time of it and of every process that it
// waited for, wall time, and the largest resident set among them.
//
//   measure CORE SECONDS FILE COMMAND…      CORE -1: not pinned; after SECONDS the command is killed
//
// A small program of its own, because the peak of a process counts from before its exec: started from Python it
// would begin with Python's memory.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;
static volatile sig_atomic_t timed_out;

static void on_signal(int number) {
    if (number == SIGALRM) timed_out = 1;
    if (child > 0) kill(-child, SIGKILL);
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double of(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int argc, char **argv) {
    if (argc < 5) {
        fputs("usage: measure CORE SECONDS FILE COMMAND...\n", stderr);
        return 64;
    }
    int core = atoi(argv[1]);
    if (core >= 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(core, &set);
        if (sched_setaffinity(0, sizeof set, &set) != 0) {
            perror("measure: sched_setaffinity");
            return 1;
        }
    }
    // Every client may have as many sockets as the machine allows.
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    double begun = seconds(CLOCK_MONOTONIC);
    child = fork();
    if (child < 0) {
        perror("measure: fork");
        return 1;
    }
    if (child == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execvp(argv[4], argv + 4);
        fprintf(stderr, "measure: %s: %s\n", argv[4], strerror(errno));
        _exit(127);
    }
    setpgid(child, child);
    signal(SIGALRM, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    alarm((unsigned)atoi(argv[2]));
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) {
            perror("measure: wait4");
            return 1;
        }
    }
    double ended = seconds(CLOCK_MONOTONIC);
    FILE *file = fopen(argv[3], "w");
    if (!file) {
        fprintf(stderr, "measure: %s: %s\n", argv[3], strerror(errno));
        return 1;
    }
    fprintf(file,
            "{\"userSeconds\":%.6f,\"systemSeconds\":%.6f,\"wallSeconds\":%.6f,\"peakKilobytes\":%ld,"
            "\"exitCode\":%d,\"timedOut\":%s}\n",
            of(usage.ru_utime), of(usage.ru_stime), ended - begun, usage.ru_maxrss,
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), timed_out ? "true" : "false");
    return fclose(file) == 0 ? 0 : 1;
}
