// epoll, which Swift's module of the C library on Linux lacks; empty on other systems.
#ifndef AASA_CEPOLL_H
#define AASA_CEPOLL_H
#ifdef __linux__
#include <sys/epoll.h>

static const unsigned int aasa_epollin = EPOLLIN;
static const unsigned int aasa_epollout = EPOLLOUT;
static const unsigned int aasa_epollerr = EPOLLERR;
static const unsigned int aasa_epollhup = EPOLLHUP;
static const int aasa_epoll_cloexec = EPOLL_CLOEXEC;
#endif
#endif
