// What the same work costs in plain C on libcurl.
//
// Asks for both locations of each name, one after the other on one connection, with a number of names in flight. libcurl is
// set as a careful user would set it: one certificate store for all connections, addresses that expire from its cache, no
// TLS sessions kept, and no connection kept after the last request.
//
//   floor --cacert FILE --concurrency N < names       a line is a name and the address to use for it
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCATIONS = 2, BODY_LIMIT = 256 * 1024 };
static const char *const paths[LOCATIONS] = {"/.well-known/apple-app-site-association", "/apple-app-site-association"};

struct name {
    char *host, *address;
};

// A name in flight; a slot serves one name after the other.
struct slot {
    CURL *easy;
    struct curl_slist *resolve;
    const struct name *name;
    int location;
    long status[LOCATIONS];
    unsigned char body[BODY_LIMIT];
    size_t bytes;
};

static CURLM *multi;
static X509_STORE *store;
static struct name *names;
static size_t name_count, next_name, running;
static size_t served, missing, failed, other;

_Noreturn static void die(const char *what, const char *why) {
    fprintf(stderr, "floor: %s: %s\n", what, why);
    exit(1);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct slot *slot = context;
    if (slot->bytes + size * count > BODY_LIMIT) return 0;
    memcpy(slot->body + slot->bytes, bytes, size * count);
    slot->bytes += size * count;
    return size * count;
}

static CURLcode use_store(CURL *easy, void *context, void *unused) {
    (void)easy, (void)unused;
    SSL_CTX_set1_cert_store(context, store);
    return CURLE_OK;
}

static void ask(struct slot *slot) {
    CURL *easy = slot->easy;
    char text[1024];
    slot->bytes = 0;
    curl_easy_reset(easy);
    snprintf(text, sizeof text, "https://%s%s", slot->name->host, paths[slot->location]);
    curl_easy_setopt(easy, CURLOPT_URL, text);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, slot);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "floor");
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 16384L);
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, slot->location == LOCATIONS - 1 ? 1L : 0L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 20000L);
    curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, 5L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, slot);
    curl_easy_setopt(easy, CURLOPT_CAINFO, NULL);
    curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, use_store);
    // “+”: the entry expires. Permanent ones make every later transfer slower.
    snprintf(text, sizeof text, "+%s:443:%s", slot->name->host, slot->name->address);
    curl_slist_free_all(slot->resolve);
    slot->resolve = curl_slist_append(NULL, text);
    curl_easy_setopt(easy, CURLOPT_RESOLVE, slot->resolve);
    CURLMcode code = curl_multi_add_handle(multi, easy);
    if (code != CURLM_OK) die("curl_multi_add_handle", curl_multi_strerror(code));
}

// Gives the slot its next name; false when there is none.
static bool begin(struct slot *slot) {
    if (next_name == name_count) return false;
    slot->name = &names[next_name++];
    slot->location = 0;
    ask(slot);
    return true;
}

static void finish(CURL *easy, CURLcode code) {
    struct slot *slot;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &slot);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &slot->status[slot->location]);
    curl_multi_remove_handle(multi, easy);
    if (code == CURLE_OK && slot->location + 1 < LOCATIONS) {
        slot->location++;
        ask(slot);
        return;
    }
    // Where no connection could be established, the other location would only fail again.
    if (code != CURLE_OK) {
        failed++;
    } else if (slot->status[1] == 404 && slot->status[0] == 200) {
        served++;
    } else if (slot->status[1] == 404 && slot->status[0] == 404) {
        missing++;
    } else {
        other++;
    }
    if (!begin(slot)) running--;
}

static void read_names(void) {
    char *line = NULL;
    size_t size = 0, room = 0;
    while (getline(&line, &size, stdin) > 0) {
        char *rest = NULL, *host = strtok_r(line, " \n", &rest), *address = strtok_r(NULL, " \n", &rest);
        if (!address) die("standard input", "a name and an address are expected on each line");
        if (name_count == room) {
            room = room ? room * 2 : 1024;
            names = realloc(names, room * sizeof *names);
            if (!names) die("names", strerror(ENOMEM));
        }
        names[name_count++] = (struct name){strdup(host), strdup(address)};
    }
    free(line);
}

int main(int argc, char **argv) {
    if (argc != 5 || strcmp(argv[1], "--cacert") || strcmp(argv[3], "--concurrency") || atol(argv[4]) < 1) {
        die("usage", "floor --cacert FILE --concurrency N < names");
    }
    size_t concurrency = (size_t)atol(argv[4]);
    read_names();
    curl_global_init(CURL_GLOBAL_DEFAULT);
    store = X509_STORE_new();
    if (!store || X509_STORE_load_file(store, argv[2]) != 1) die(argv[2], ERR_reason_error_string(ERR_get_error()));
    multi = curl_multi_init();
    struct slot *slots = calloc(concurrency, sizeof *slots);
    if (!multi || !slots) die("start", strerror(ENOMEM));
    // libcurl 8.14 would otherwise close some of the first connections between their two requests.
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)(4 * concurrency));
    for (size_t i = 0; i < concurrency; i++) {
        slots[i].easy = curl_easy_init();
        if (!slots[i].easy) die("curl_easy_init", "failed");
        if (!begin(&slots[i])) break;
        running++;
    }
    while (running) {
        int active, left;
        curl_multi_perform(multi, &active);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
        }
        if (running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    for (size_t i = 0; i < concurrency; i++) {
        if (slots[i].easy) curl_easy_cleanup(slots[i].easy);
        curl_slist_free_all(slots[i].resolve);
    }
    curl_multi_cleanup(multi);
    X509_STORE_free(store);
    printf("{\"served\":%zu,\"missing\":%zu,\"failed\":%zu,\"other\":%zu}\n", served, missing, failed, other);
    return 0;
}
