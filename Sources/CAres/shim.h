// c-ares: names to addresses with a cause when there is none, outside libcurl.
#ifndef AASA_CARES_H
#define AASA_CARES_H
#include <ares.h>
#include <ares_version.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#endif
