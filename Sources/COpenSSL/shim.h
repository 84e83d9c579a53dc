// OpenSSL (the one that libcurl uses), and wrappers for what its headers offer only as macros or variadic functions.
#ifndef AASA_COPENSSL_H
#define AASA_COPENSSL_H
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/hmac.h>
#include <openssl/ocsp.h>
#include <openssl/opensslv.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "aasa-audit needs OpenSSL 3.0 or newer (Debian: apt-get install libssl-dev; Homebrew: brew install openssl@3)"
#endif

static inline int aasa_sk_X509_num(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *aasa_sk_X509_value(const STACK_OF(X509) *stack, int index) { return sk_X509_value(stack, index); }
static inline STACK_OF(X509) *aasa_sk_X509_new(void) { return sk_X509_new_null(); }
static inline int aasa_sk_X509_push(STACK_OF(X509) *stack, X509 *certificate) { return sk_X509_push(stack, certificate); }
static inline void aasa_sk_X509_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }
static inline void aasa_sk_X509_pop_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
static inline int aasa_sk_GENERAL_NAME_num(const GENERAL_NAMES *stack) { return sk_GENERAL_NAME_num(stack); }
static inline GENERAL_NAME *aasa_sk_GENERAL_NAME_value(const GENERAL_NAMES *stack, int index) {
    return sk_GENERAL_NAME_value(stack, index);
}
static inline int aasa_sk_CMS_SignerInfo_num(const STACK_OF(CMS_SignerInfo) *stack) {
    return sk_CMS_SignerInfo_num(stack);
}
static inline CMS_SignerInfo *aasa_sk_CMS_SignerInfo_value(const STACK_OF(CMS_SignerInfo) *stack, int index) {
    return sk_CMS_SignerInfo_value(stack, index);
}
static inline int aasa_SSL_CTX_set_ex_data_index(CRYPTO_EX_free *release) {
    return SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, release);
}
static inline void aasa_SSL_CTX_request_ocsp(SSL_CTX *context) {
    SSL_CTX_set_tlsext_status_type(context, TLSEXT_STATUSTYPE_ocsp);
}
static inline void aasa_SSL_CTX_set_status_callback(SSL_CTX *context, int (*callback)(SSL *, void *), void *argument) {
    SSL_CTX_set_tlsext_status_cb(context, callback);
    SSL_CTX_set_tlsext_status_arg(context, argument);
}
static inline long aasa_SSL_get_stapled_ocsp(SSL *ssl, const unsigned char **bytes) {
    return SSL_get_tlsext_status_ocsp_resp(ssl, bytes);
}
static inline long aasa_SSL_set_stapled_ocsp(SSL *ssl, unsigned char *bytes, long count) {
    return SSL_set_tlsext_status_ocsp_resp(ssl, bytes, count);
}
/// The digest that an OCSP certificate id was made with; NULL where OpenSSL does not know it.
static inline const EVP_MD *aasa_EVP_get_digestbyobj(const ASN1_OBJECT *object) { return EVP_get_digestbyobj(object); }
/// OCSP_id_get0_info only reads, but its argument is not const.
static inline OCSP_CERTID *aasa_OCSP_CERTID(const OCSP_CERTID *id) { return (OCSP_CERTID *)id; }
static inline long aasa_SSL_CTX_set_max_cert_list(SSL_CTX *context, long bytes) {
    return SSL_CTX_set_max_cert_list(context, bytes);
}
static inline long aasa_SSL_CTX_set_min_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}
static inline long aasa_SSL_CTX_set_max_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_max_proto_version(context, version);
}
/// A distinguished name in RFC 2253 order and escaping, with letters outside ASCII as UTF-8 instead of escapes.
static inline int aasa_X509_NAME_print(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}
/// No renegotiation (a callback could come after its transfer), and a close without a TLS goodbye is an end.
static inline void aasa_SSL_CTX_set_client_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
}
static inline EVP_PKEY *aasa_EVP_EC_gen(const char *curve) { return EVP_EC_gen(curve); }
static inline EVP_PKEY *aasa_EVP_RSA_gen(size_t bits) { return EVP_RSA_gen(bits); }
static inline int aasa_sk_GENERAL_NAME_push(GENERAL_NAMES *stack, GENERAL_NAME *name) {
    return sk_GENERAL_NAME_push(stack, name);
}
static inline long aasa_SSL_CTX_add1_chain_cert(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate);
}

// Only OpenSSL 3.0 is helped by an engine, and version 4 has none.
#if OPENSSL_VERSION_NUMBER < 0x30100000L && !defined(OPENSSL_NO_ENGINE)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#include <openssl/engine.h>

static inline int aasa_key_methods(ENGINE *engine, EVP_PKEY_METHOD **method, const int **kinds, int kind) {
    static const int known[] = {EVP_PKEY_RSA, EVP_PKEY_EC};
    (void)engine;
    if (method == NULL) {
        *kinds = known;
        return sizeof known / sizeof known[0];
    }
    // OpenSSL's own; it writes only to those that it has copied.
    *method = (EVP_PKEY_METHOD *)EVP_PKEY_meth_find(kind);
    return *method != NULL;
}
/// An engine with OpenSSL's own methods for RSA and EC keys, which lives as long as the process; NULL where OpenSSL runs in
/// another version, or is held to its FIPS module.
static inline void *aasa_key_engine(void) {
    if (OpenSSL_version_num() >> 20 != 0x300 || OSSL_PROVIDER_available(NULL, "fips")) return NULL;
    ENGINE *engine = ENGINE_new();
    if (engine != NULL && ENGINE_set_id(engine, "aasa-audit") && ENGINE_set_name(engine, "OpenSSL's own key methods")
        && ENGINE_set_pkey_meths(engine, aasa_key_methods)) return engine;
    ENGINE_free(engine);
    return NULL;
}
static inline int aasa_key_engine_register(void *engine) { return ENGINE_register_pkey_meths((ENGINE *)engine); }
static inline void aasa_key_engine_unregister(void *engine) { ENGINE_unregister_pkey_meths((ENGINE *)engine); }
#pragma clang diagnostic pop
#else
static inline void *aasa_key_engine(void) { return NULL; }
static inline int aasa_key_engine_register(void *engine) { return 0; }
static inline void aasa_key_engine_unregister(void *engine) {}
#endif

static inline void *aasa_OPENSSL_malloc(size_t count) { return OPENSSL_malloc(count); }
static inline void aasa_OPENSSL_free(void *bytes) { OPENSSL_free(bytes); }
static inline long aasa_BIO_get_mem_data(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }
#endif
