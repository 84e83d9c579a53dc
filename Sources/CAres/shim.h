// c-ares: name resolution that reports the cause of a failure, independent of libcurl.
#ifndef AASA_CARES_H
#define AASA_CARES_H
#include <ares.h>
#include <ares_version.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Macros in old versions of c-ares, enumeration constants in new versions; here, integers with both.
static const int aasa_ares_success = ARES_SUCCESS;
static const int aasa_ares_not_found = ARES_ENOTFOUND;
static const int aasa_ares_no_data = ARES_ENODATA;
static const int aasa_ares_timeout = ARES_ETIMEOUT;
static const int aasa_ares_init_flags = ARES_LIB_INIT_ALL;

// These functions are deprecated in new versions of c-ares, but old versions lack their replacements.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// Queries the A or AAAA records of a name; the callback receives the unparsed response.
static inline void aasa_ares_query(ares_channel channel, const char *name, int is_ipv6, ares_callback callback, void *context) {
    ares_query(channel, name, 1 /* IN */, is_ipv6 ? 28 /* AAAA */ : 1 /* A */, callback, context);
}

// Copies up to `*count` addresses of a response, 4 or 16 bytes each, to `addresses`, and sets `*count`; returns the status.
static inline int aasa_ares_addresses(const unsigned char *response, int size, int is_ipv6, void *addresses, int *count) {
    int status;
    if (is_ipv6) {
        struct ares_addr6ttl *records = calloc(*count, sizeof *records);
        status = records ? ares_parse_aaaa_reply(response, size, NULL, records, count) : ARES_ENOMEM;
        for (int i = 0; status == ARES_SUCCESS && i < *count; i++)
            memcpy((char *)addresses + i * 16, &records[i].ip6addr, 16);
        free(records);
    } else {
        struct ares_addrttl *records = calloc(*count, sizeof *records);
        status = records ? ares_parse_a_reply(response, size, NULL, records, count) : ARES_ENOMEM;
        for (int i = 0; status == ARES_SUCCESS && i < *count; i++)
            memcpy((char *)addresses + i * 4, &records[i].ipaddr, 4);
        free(records);
    }
    return status;
}
#pragma GCC diagnostic pop
#endif
