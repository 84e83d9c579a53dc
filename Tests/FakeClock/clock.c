// The clock of a process that loads this before any other library (LD_PRELOAD): it stands still at $FAKE_CLOCK, in seconds since 1970.
//
// Only the time of day is another one. All other clocks, timers and timeouts stay as they are; of the calls that wait until a time
// of day the program uses sem_timedwait alone (in libdispatch), which gets the true time here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shown(void) {
    static time_t seconds;
    if (seconds == 0) {
        const char *text = getenv("FAKE_CLOCK");
        seconds = text ? atoll(text) : 0;
    }
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return (int)syscall(SYS_clock_gettime, clock, result);
    *result = (struct timespec){.tv_sec = shown()};
    return 0;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    *result = (struct timeval){.tv_sec = shown()};
    return 0;
}

time_t time(time_t *result) {
    if (result) *result = shown();
    return shown();
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    int (*next)(sem_t *, const struct timespec *) = (int (*)(sem_t *, const struct timespec *))dlsym(RTLD_NEXT, "sem_timedwait");
    struct timespec time;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &time);
    time.tv_sec += until->tv_sec - shown();
    time.tv_nsec += until->tv_nsec;
    if (time.tv_nsec >= 1000000000) {
        time.tv_sec += 1;
        time.tv_nsec -= 1000000000;
    }
    return next(semaphore, &time);
}
