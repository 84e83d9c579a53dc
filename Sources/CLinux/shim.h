// Parts of the C library of Linux that Swift's Glibc module lacks; empty on other systems.
#ifndef AASA_CLINUX_H
#define AASA_CLINUX_H
#ifdef __linux__
#include <malloc.h>
#include <sys/epoll.h>

static const unsigned int aasa_epollin = EPOLLIN;
static const unsigned int aasa_epollout = EPOLLOUT;
static const unsigned int aasa_epollerr = EPOLLERR;
static const unsigned int aasa_epollhup = EPOLLHUP;
static const int aasa_epoll_cloexec = EPOLL_CLOEXEC;

static const int aasa_malloc_arenas = M_ARENA_MAX;
static const int aasa_malloc_mmap_threshold = M_MMAP_THRESHOLD;
#endif
#endif
