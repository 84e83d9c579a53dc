// A link with a delay, for kernels without netem: two tun devices, and this process between them, which keeps each packet for
// a while before it hands it on. Run it where both devices are to be made; move one to another namespace then.
//
//   delay NEAR FAR MICROSECONDS        writes "ready" once the devices exist
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { PACKET = 2048, SLOTS = 1 << 13 };

// Packets of one direction in the order in which they came; the delay is the same for all, so they leave in it too.
struct queue {
    int from, to;
    unsigned head, tail;
    struct {
        int64_t due;
        int size;
        unsigned char bytes[PACKET];
    } *packets;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int make_device(const char *name) {
    struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
    int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) {
        fprintf(stderr, "delay: /dev/net/tun: %s\n", strerror(errno));
        exit(1);
    }
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    if (ioctl(device, TUNSETIFF, &request) < 0) {
        fprintf(stderr, "delay: %s: %s\n", name, strerror(errno));
        exit(1);
    }
    return device;
}

static void take(struct queue *queue, int64_t delay) {
    while (queue->head - queue->tail < SLOTS) {
        unsigned slot = queue->head % SLOTS;
        ssize_t size = read(queue->from, queue->packets[slot].bytes, PACKET);
        if (size <= 0) return;
        queue->packets[slot].due = now() + delay;
        queue->packets[slot].size = (int)size;
        queue->head++;
    }
}

// Hands on what is due; gives the nanoseconds until the next packet is, or -1 when none waits.
static int64_t give(struct queue *queue) {
    while (queue->tail != queue->head) {
        unsigned slot = queue->tail % SLOTS;
        int64_t left = queue->packets[slot].due - now();
        if (left > 0) return left;
        // A full device drops packets, as a link would.
        if (write(queue->to, queue->packets[slot].bytes, (size_t)queue->packets[slot].size) < 0 && errno == EINTR) continue;
        queue->tail++;
    }
    return -1;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fputs("usage: delay NEAR FAR MICROSECONDS\n", stderr);
        return 64;
    }
    int near = make_device(argv[1]), far = make_device(argv[2]);
    int64_t delay = atoll(argv[3]) * 1000;
    struct queue queues[2] = {{.from = near, .to = far}, {.from = far, .to = near}};
    for (int i = 0; i < 2; i++) {
        queues[i].packets = malloc(SLOTS * sizeof *queues[i].packets);
        if (!queues[i].packets) return 1;
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    puts("ready");
    fflush(stdout);

    for (;;) {
        int64_t wait = -1;
        for (int i = 0; i < 2; i++) {
            take(&queues[i], delay);
            int64_t left = give(&queues[i]);
            if (left >= 0 && (wait < 0 || left < wait)) wait = left;
        }
        struct pollfd ready[2] = {{.fd = near, .events = POLLIN}, {.fd = far, .events = POLLIN}};
        struct timespec time = {.tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000};
        ppoll(ready, 2, wait < 0 ? NULL : &time, NULL);
    }
}
