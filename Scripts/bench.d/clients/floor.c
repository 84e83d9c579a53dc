// The floor: what the same work costs in plain C on libcurl, so that a program can be held against it.
//
// For each name it asks for both locations, one after the other on one connection, with a number of names in flight.
// Everything that performance depends on is set as a careful user of libcurl would set it: one certificate store for
// all connections, addresses that expire from libcurl's cache, no sessions kept, no connection kept after the last
// request. With --facts it also collects what a report says of the certificates, and writes a line for each name.
//
//   floor [options] < names       a line is a name, or a name and the address to use for it
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCATIONS = 2, BODY_LIMIT = 256 * 1024, CHAIN_LIMIT = 10 };
static const char *const paths[LOCATIONS] = {"/.well-known/apple-app-site-association", "/apple-app-site-association"};

// Where libcurl finds the trust anchors.
enum authorities {
    SHARED_STORE,  // one X509_STORE of ours for every connection
    FILE_ALONE,    // CAINFO, and CAPATH taken away: libcurl keeps what it has read
    AS_COMPILED    // CAINFO beside the distribution's CAPATH: libcurl reads the file for every connection
};

static struct {
    const char *bundle;
    const char *address;
    const char *output;
    const char *failures;
    long concurrency;
    long http;
    long connect_timeout;
    long timeout;
    enum authorities authorities;
    bool facts;
    bool libcurl_resolves;
} options = {
    .concurrency = 200, .http = CURL_HTTP_VERSION_2TLS, .connect_timeout = 10000, .timeout = 20000};

struct name {
    char *host;
    char *address;
};

// A name on its way; a slot serves one name after the other.
struct slot {
    CURL *easy;
    struct curl_slist *resolve;
    const struct name *name;
    int location;
    long status[LOCATIONS];
    CURLcode code[LOCATIONS];
    unsigned char *body;
    size_t bytes[LOCATIONS], room;
    X509 *chain[CHAIN_LIMIT];
    int certificates, verify_error;
    const char *protocol, *cipher;
};

static CURLM *multi;
static X509_STORE *store;
static FILE *output, *failures;
static struct name *names;
static size_t name_count, next_name, running;
static size_t served, failed, other;

_Noreturn static void die(const char *what, const char *why) {
    fprintf(stderr, "floor: %s: %s\n", what, why);
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct slot *slot = context;
    size_t *have = &slot->bytes[slot->location], more = size * count;
    if (*have + more > BODY_LIMIT) return 0;
    if (*have + more > slot->room) {
        size_t room = slot->room ? slot->room : 4096;
        while (room < *have + more) room *= 2;
        unsigned char *body = realloc(slot->body, room);
        if (!body) return 0;
        slot->body = body;
        slot->room = room;
    }
    memcpy(slot->body + *have, bytes, more);
    *have += more;
    return more;
}

// ---- Certificates

static int verifying(int accepted, X509_STORE_CTX *context) {
    SSL *ssl = X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx());
    struct slot *slot = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0);
    if (!accepted && !slot->verify_error) slot->verify_error = X509_STORE_CTX_get_error(context);
    if (slot->certificates) return accepted;
    STACK_OF(X509) *sent = X509_STORE_CTX_get0_untrusted(context);
    for (int i = 0; i < sk_X509_num(sent) && slot->certificates < CHAIN_LIMIT; i++) {
        X509 *certificate = sk_X509_value(sent, i);
        if (X509_up_ref(certificate)) slot->chain[slot->certificates++] = certificate;
    }
    slot->protocol = SSL_get_version(ssl);
    const SSL_CIPHER *cipher = SSL_get_pending_cipher(ssl);
    slot->cipher = cipher ? SSL_CIPHER_get_name(cipher) : "";
    return accepted;
}

static CURLcode start_tls(CURL *easy, void *context, void *slot) {
    (void)easy;
    SSL_CTX_set1_cert_store(context, store);
    if (options.facts) {
        SSL_CTX_set_ex_data(context, 0, slot);
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, verifying);
        SSL_CTX_set_tlsext_status_type(context, TLSEXT_STATUSTYPE_ocsp);
    }
    return CURLE_OK;
}

static void print_bio(const char *key, BIO *bio) {
    char *text;
    long count = BIO_get_mem_data(bio, &text);
    fprintf(output, ",\"%s\":\"", key);
    for (long i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < 0x20 || byte == '"' || byte == '\\') {
            fprintf(output, "\\u%04x", byte);
        } else {
            putc(byte, output);
        }
    }
    putc('"', output);
    BIO_free(bio);
}

static void print_name(const char *key, const X509_NAME *name) {
    BIO *bio = BIO_new(BIO_s_mem());
    X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
    print_bio(key, bio);
}

static void print_date(const char *key, const ASN1_TIME *time) {
    struct tm broken = {0};
    char text[32];
    ASN1_TIME_to_tm(time, &broken);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &broken);
    fprintf(output, ",\"%s\":\"%s\"", key, text);
}

static void print_certificate(X509 *certificate) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    X509_digest(certificate, EVP_sha256(), digest, &size);
    fputs("{\"sha256\":\"", output);
    for (unsigned int i = 0; i < size; i++) fprintf(output, "%02x", digest[i]);
    fprintf(output, "\",\"selfSigned\":%s", X509_self_signed(certificate, 1) == 1 ? "true" : "false");
    print_name("subject", X509_get_subject_name(certificate));
    print_name("issuer", X509_get_issuer_name(certificate));
    print_date("notBefore", X509_get0_notBefore(certificate));
    print_date("notAfter", X509_get0_notAfter(certificate));
    BIO *bio = BIO_new(BIO_s_mem());
    GENERAL_NAMES *alternatives = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    for (int i = 0; i < sk_GENERAL_NAME_num(alternatives); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(alternatives, i);
        if (name->type != GEN_DNS) continue;
        BIO_printf(bio, "%s%.*s", i ? " " : "", ASN1_STRING_length(name->d.dNSName),
                   (const char *)ASN1_STRING_get0_data(name->d.dNSName));
    }
    GENERAL_NAMES_free(alternatives);
    print_bio("subjectAltNames", bio);
    putc('}', output);
}

static void print_facts(struct slot *slot) {
    const char *host = slot->name->host;
    int matches = slot->certificates ? X509_check_host(slot->chain[0], host, strlen(host), 0, NULL) : 0;
    fprintf(output, "{\"domain\":\"%s\",\"status\":[%ld,%ld],\"bytes\":[%zu,%zu],\"curl\":[%d,%d]", host,
            slot->status[0], slot->status[1], slot->bytes[0], slot->bytes[1], slot->code[0], slot->code[1]);
    fprintf(output, ",\"tls\":\"%s\",\"cipher\":\"%s\",\"verifyError\":%d,\"nameMatches\":%s,\"chain\":[",
            slot->protocol ? slot->protocol : "", slot->cipher ? slot->cipher : "", slot->verify_error,
            matches == 1 ? "true" : "false");
    for (int i = 0; i < slot->certificates; i++) {
        if (i) putc(',', output);
        print_certificate(slot->chain[i]);
    }
    fputs("]}\n", output);
}

static void load_store(void) {
    store = X509_STORE_new();
    if (!store || X509_STORE_load_file(store, options.bundle) != 1) {
        die(options.bundle, ERR_reason_error_string(ERR_get_error()));
    }
}

// ---- Transfers

static void ask(struct slot *slot) {
    CURL *easy = slot->easy;
    char text[1024];
    curl_easy_reset(easy);
    snprintf(text, sizeof text, "https://%s%s", slot->name->host, paths[slot->location]);
    curl_easy_setopt(easy, CURLOPT_URL, text);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, slot);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, options.http);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "floor");
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 16384L);
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, slot->location == LOCATIONS - 1 ? 1L : 0L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, options.connect_timeout);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, options.timeout);
    curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, 5L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, slot);
    if (options.authorities == SHARED_STORE) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, NULL);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
        curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, start_tls);
        curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, slot);
    } else {
        curl_easy_setopt(easy, CURLOPT_CAINFO, options.bundle);
        if (options.authorities == FILE_ALONE) curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    curl_slist_free_all(slot->resolve);
    slot->resolve = NULL;
    if (!options.libcurl_resolves) {
        const char *address = slot->name->address ? slot->name->address : options.address;
        // “+”: the entry expires. Permanent ones make every later transfer slower.
        snprintf(text, sizeof text, "+%s:443:%s", slot->name->host, address);
        slot->resolve = curl_slist_append(NULL, text);
        curl_easy_setopt(easy, CURLOPT_RESOLVE, slot->resolve);
    }
    CURLMcode code = curl_multi_add_handle(multi, easy);
    if (code != CURLM_OK) die("curl_multi_add_handle", curl_multi_strerror(code));
}

// Gives the slot its next name; false when there is none.
static bool begin(struct slot *slot) {
    if (next_name == name_count) return false;
    slot->name = &names[next_name++];
    slot->location = 0;
    for (int i = 0; i < LOCATIONS; i++) {
        slot->status[i] = 0;
        slot->bytes[i] = 0;
        slot->code[i] = CURLE_OK;
    }
    slot->verify_error = 0;
    slot->protocol = slot->cipher = NULL;
    ask(slot);
    return true;
}

static void conclude(struct slot *slot) {
    if (slot->code[0] != CURLE_OK || slot->code[1] != CURLE_OK) {
        failed++;
        if (failures) {
            CURLcode code = slot->code[0] ? slot->code[0] : slot->code[1];
            fprintf(failures, "%s %d %s\n", slot->name->host, code, curl_easy_strerror(code));
        }
    } else if (slot->status[0] == 200 && slot->status[1] == 404) {
        served++;
    } else {
        other++;
    }
    if (options.facts) print_facts(slot);
    for (int i = 0; i < slot->certificates; i++) X509_free(slot->chain[i]);
    slot->certificates = 0;
    if (!begin(slot)) running--;
}

static void finish(CURL *easy, CURLcode code) {
    struct slot *slot;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &slot);
    slot->code[slot->location] = code;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &slot->status[slot->location]);
    curl_multi_remove_handle(multi, easy);
    if (code == CURLE_OK && slot->location + 1 < LOCATIONS) {
        slot->location++;
        ask(slot);
    } else {
        conclude(slot);  // where no connection came about, the other location would only fail again
    }
}

// ---- The command line

static const char *option_value(int argc, char **argv, int *index) {
    if (*index + 1 >= argc) die(argv[*index], "a value is missing");
    return argv[++*index];
}

static long number(int argc, char **argv, int *index) {
    const char *option = argv[*index], *text = option_value(argc, argv, index);
    char *end;
    long value = strtol(text, &end, 10);
    if (*text == 0 || *end != 0 || value < 1) die(option, "a positive number is expected");
    return value;
}

static void read_options(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i];
        if (!strcmp(option, "--cacert")) {
            options.bundle = option_value(argc, argv, &i);
        } else if (!strcmp(option, "--address")) {
            options.address = option_value(argc, argv, &i);
        } else if (!strcmp(option, "--output")) {
            options.output = option_value(argc, argv, &i);
        } else if (!strcmp(option, "--failures")) {
            options.failures = option_value(argc, argv, &i);
        } else if (!strcmp(option, "--concurrency")) {
            options.concurrency = number(argc, argv, &i);
        } else if (!strcmp(option, "--connect-timeout-ms")) {
            options.connect_timeout = number(argc, argv, &i);
        } else if (!strcmp(option, "--timeout-ms")) {
            options.timeout = number(argc, argv, &i);
        } else if (!strcmp(option, "--http1.1")) {
            options.http = CURL_HTTP_VERSION_1_1;
        } else if (!strcmp(option, "--facts")) {
            options.facts = true;
        } else if (!strcmp(option, "--libcurl-resolves")) {
            options.libcurl_resolves = true;
        } else if (!strcmp(option, "--authorities")) {
            const char *value = option_value(argc, argv, &i);
            if (!strcmp(value, "store")) {
                options.authorities = SHARED_STORE;
            } else if (!strcmp(value, "file")) {
                options.authorities = FILE_ALONE;
            } else if (!strcmp(value, "distribution")) {
                options.authorities = AS_COMPILED;
            } else {
                die(option, "store, file or distribution is expected");
            }
        } else {
            die(option, "unknown option");
        }
    }
    if (!options.bundle) die("--cacert", "is missing");
    if (options.facts && options.authorities != SHARED_STORE) die("--facts", "needs --authorities store");
    if (options.facts && !options.output) die("--facts", "needs --output");
}

static void read_names(void) {
    char *line = NULL;
    size_t size = 0, room = 0;
    ssize_t length;
    while ((length = getline(&line, &size, stdin)) > 0) {
        char *rest = NULL, *host = strtok_r(line, " \t\r\n", &rest);
        if (!host) continue;
        if (name_count == room) {
            room = room ? room * 2 : 1024;
            names = realloc(names, room * sizeof *names);
            if (!names) die("names", strerror(ENOMEM));
        }
        char *address = strtok_r(NULL, " \t\r\n", &rest);
        names[name_count].host = strdup(host);
        names[name_count].address = address ? strdup(address) : NULL;
        if (!address && !options.address && !options.libcurl_resolves) die(host, "has no address, and --address is missing");
        name_count++;
    }
    free(line);
}

static FILE *open_file(const char *path) {
    if (!path) return NULL;
    FILE *file = fopen(path, "w");
    if (!file) die(path, strerror(errno));
    return file;
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    read_names();
    output = open_file(options.output);
    failures = open_file(options.failures);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    if (options.authorities == SHARED_STORE) load_store();
    multi = curl_multi_init();
    // Zero-filled: no slot holds a body or a certificate yet.
    struct slot *slots = calloc((size_t)options.concurrency, sizeof *slots);
    if (!multi || !slots) die("start", "out of memory");

    double begun = seconds(), longest_pause = 0;
    for (long i = 0; i < options.concurrency; i++) {
        slots[i].easy = curl_easy_init();
        if (!slots[i].easy) die("curl_easy_init", "failed");
        if (!begin(&slots[i])) break;
        running++;
    }
    while (running) {
        double woken = seconds();
        int active, left;
        curl_multi_perform(multi, &active);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
        }
        double busy = seconds() - woken;
        if (busy > longest_pause) longest_pause = busy;
        if (running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    double wall = seconds() - begun;

    for (long i = 0; i < options.concurrency; i++) {
        if (slots[i].easy) curl_easy_cleanup(slots[i].easy);
        curl_slist_free_all(slots[i].resolve);
        free(slots[i].body);
    }
    curl_multi_cleanup(multi);
    X509_STORE_free(store);
    if ((output && fclose(output)) || (failures && fclose(failures))) die("output", strerror(errno));
    printf("{\"domains\":%zu,\"served\":%zu,\"failed\":%zu,\"other\":%zu,\"wallSeconds\":%.3f,"
           "\"longestPauseMs\":%.1f,\"libraries\":\"%s\"}\n",
           name_count, served, failed, other, wall, longest_pause * 1000, curl_version());
    return failed || other ? 4 : 0;
}
