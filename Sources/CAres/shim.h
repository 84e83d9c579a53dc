// c-ares: names to addresses with a cause when there is none, outside libcurl.
#ifndef AASA_CARES_H
#define AASA_CARES_H
#include <ares.h>
#include <ares_version.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Macros in old versions, constants of an enumeration in new ones: here they are integers in both.
static const int aasa_ares_success = ARES_SUCCESS;
static const int aasa_ares_not_found = ARES_ENOTFOUND;
static const int aasa_ares_no_data = ARES_ENODATA;
static const int aasa_ares_timeout = ARES_ETIMEOUT;
static const int aasa_ares_init_flags = ARES_LIB_INIT_ALL;
#endif
