// A link with a delay, for kernels without netem: two tun devices, and this process between them, which lets every
// packet wait before it hands it on. Run it where both devices are to be made; move one to another namespace then.
//
//   delay NEAR FAR MICROSECONDS [SILENT-PREFIX FILE]
//
// Writes "ready" once the devices exist. With a prefix (the first two numbers of an IPv4 address, as 10.98), each
// TCP SYN from NEAR to an address under it is noted in FILE: seconds, address, source port.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
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
    bool noted;
    unsigned head, tail;
    struct {
        int64_t due;
        int size;
        unsigned char bytes[PACKET];
    } *packets;
};

static FILE *log_file;
static unsigned char silent[2];
static volatile sig_atomic_t stopped;

static void stop(int number) {
    (void)number;
    stopped = 1;
}

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

static void note(const unsigned char *packet, int size) {
    int header = (packet[0] & 15) * 4;
    if (size < header + 14 || packet[0] >> 4 != 4 || packet[9] != 6) return;
    bool syn = (packet[header + 13] & 0x12) == 0x02;
    if (!syn || packet[16] != silent[0] || packet[17] != silent[1]) return;
    fprintf(log_file, "%.6f %d.%d.%d.%d %d\n", (double)now() / 1e9, packet[16], packet[17], packet[18], packet[19],
            packet[header] << 8 | packet[header + 1]);
}

static void take(struct queue *queue, int64_t delay) {
    while (queue->head - queue->tail < SLOTS) {
        unsigned slot = queue->head % SLOTS;
        ssize_t size = read(queue->from, queue->packets[slot].bytes, PACKET);
        if (size <= 0) return;
        if (queue->noted) note(queue->packets[slot].bytes, (int)size);
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
    if (argc != 4 && argc != 6) {
        fputs("usage: delay NEAR FAR MICROSECONDS [SILENT-PREFIX FILE]\n", stderr);
        return 64;
    }
    int near = make_device(argv[1]), far = make_device(argv[2]);
    int64_t delay = atoll(argv[3]) * 1000;
    if (argc == 6) {
        if (sscanf(argv[4], "%hhu.%hhu", &silent[0], &silent[1]) != 2 || !(log_file = fopen(argv[5], "w"))) {
            fprintf(stderr, "delay: %s %s: cannot be used\n", argv[4], argv[5]);
            return 1;
        }
        setvbuf(log_file, NULL, _IOLBF, 0);
    }
    struct queue queues[2] = {{.from = near, .to = far, .noted = log_file != NULL}, {.from = far, .to = near}};
    for (int i = 0; i < 2; i++) {
        queues[i].packets = malloc(SLOTS * sizeof *queues[i].packets);
        if (!queues[i].packets) return 1;
    }
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    puts("ready");
    fflush(stdout);

    while (!stopped) {
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
    if (log_file) fclose(log_file);
    return 0;
}
