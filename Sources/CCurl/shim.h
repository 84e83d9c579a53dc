// libcurl, and one typed wrapper for each argument type of its variadic functions, which Swift cannot call.
#ifndef AASA_CCURL_H
#define AASA_CCURL_H
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075800
#error "aasa-audit needs libcurl 7.88 or newer (Debian: apt-get install libcurl4-openssl-dev; Homebrew: brew install curl)"
#endif

/// CURLVERSION_NOW is a macro for an enumeration constant, which Swift does not import.
static inline curl_version_info_data *aasa_curl_version_info(void) {
    return curl_version_info(CURLVERSION_NOW);
}
static inline CURLcode aasa_curl_easy_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode aasa_curl_easy_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode aasa_curl_easy_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
typedef size_t (*aasa_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode aasa_curl_easy_setopt_data_callback(CURL *handle, CURLoption option,
                                                           aasa_curl_data_callback value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode aasa_curl_easy_setopt_progress_callback(CURL *handle, curl_xferinfo_callback value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}
typedef CURLcode (*aasa_curl_ssl_ctx_callback)(CURL *handle, void *ssl_ctx, void *context);
static inline CURLcode aasa_curl_easy_setopt_ssl_ctx_callback(CURL *handle, aasa_curl_ssl_ctx_callback value) {
    return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, value);
}
/// CURL_SOCKET_BAD is a macro with a cast on some systems.
static const curl_socket_t aasa_curl_socket_bad = CURL_SOCKET_BAD;
static inline int aasa_curl_already_connected(void *context, curl_socket_t socket, curlsocktype purpose) {
    (void)context, (void)socket, (void)purpose;
    return CURL_SOCKOPT_ALREADY_CONNECTED;
}
/// Makes libcurl treat every socket as already connected.
static inline CURLcode aasa_curl_easy_setopt_connected_sockopt_callback(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, aasa_curl_already_connected);
}
typedef curl_socket_t (*aasa_curl_opensocket_callback)(void *context, curlsocktype purpose,
                                                       struct curl_sockaddr *address);
typedef int (*aasa_curl_closesocket_callback)(void *context, curl_socket_t socket);
static inline CURLcode aasa_curl_easy_setopt_closesocket_callback(CURL *handle, aasa_curl_closesocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, value);
}
static inline CURLcode aasa_curl_easy_setopt_opensocket_callback(CURL *handle, aasa_curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode aasa_curl_easy_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode aasa_curl_easy_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode aasa_curl_easy_getinfo_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLMcode aasa_curl_multi_setopt_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}
static inline CURLMcode aasa_curl_multi_setopt_socket_callback(CURLM *handle, curl_socket_callback value, void *context) {
    CURLMcode code = curl_multi_setopt(handle, CURLMOPT_SOCKETDATA, context);
    return code != CURLM_OK ? code : curl_multi_setopt(handle, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode aasa_curl_multi_setopt_timer_callback(CURLM *handle, curl_multi_timer_callback value, void *context) {
    CURLMcode code = curl_multi_setopt(handle, CURLMOPT_TIMERDATA, context);
    return code != CURLM_OK ? code : curl_multi_setopt(handle, CURLMOPT_TIMERFUNCTION, value);
}
/// The result code of a finished transfer; the union inside CURLMsg is not imported into Swift by name.
static inline CURLcode aasa_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}
#endif
