// OpenSSL, which libcurl uses as well, and wrappers for its macros and variadic functions, which Swift cannot call.
#ifndef AASA_COPENSSL_H
#define AASA_COPENSSL_H
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/dh.h>
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
/// Returns the digest algorithm of an OCSP certificate ID; NULL if OpenSSL does not know it.
static inline const EVP_MD *aasa_EVP_get_digestbyobj(const ASN1_OBJECT *object) { return EVP_get_digestbyobj(object); }
static inline long aasa_SSL_CTX_set_max_cert_list(SSL_CTX *context, long bytes) {
    return SSL_CTX_set_max_cert_list(context, bytes);
}
static inline long aasa_SSL_CTX_set_min_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}
static inline long aasa_SSL_CTX_set_max_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_max_proto_version(context, version);
}
/// Prints a distinguished name in the order and with the escapes of RFC 2253, but with non-ASCII letters as UTF-8.
static inline int aasa_X509_NAME_print(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}
/// Disables renegotiation, whose callbacks could occur after the transfer, and accepts a close without close_notify.
static inline void aasa_SSL_CTX_set_client_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
}
static inline int aasa_SSL_CTX_set_groups(SSL_CTX *context, const char *names) {
    return (int)SSL_CTX_set1_groups_list(context, (char *)names);
}
/// Interrupts reading after every 32 KiB, as if no more data had arrived: otherwise OpenSSL processes all messages without
/// application data in one call. The argument of the callback is the number of bytes since the last interruption. Each read
/// counts as 128 more, because the smallest message, a key update of 26 bytes, takes 50 microseconds.
static inline long aasa_BIO_interrupt(
    BIO *bio, int operation, const char *bytes, size_t length, int number, long other, int result, size_t *processed) {
    size_t count = (size_t)BIO_get_callback_arg(bio);
    if (operation == (BIO_CB_READ | BIO_CB_RETURN) && result > 0 && processed != NULL) {
        BIO_set_callback_arg(bio, (char *)(count + *processed + 128));
    } else if (operation == BIO_CB_READ && count >= 32 * 1024) {
        BIO_set_callback_arg(bio, NULL);
        BIO_clear_retry_flags(bio);
        BIO_set_retry_read(bio);
        return -1;
    }
    return result;
}
/// Makes `aasa_BIO_interrupt` limit all reads of a connection.
static inline void aasa_SSL_limit_each_read(SSL *ssl) {
    if (SSL_get_rbio(ssl) != NULL) BIO_set_callback_ex(SSL_get_rbio(ssl), aasa_BIO_interrupt);
}
// Generate keys that belong to no provider: OpenSSL 3.0 cannot sign certificates with a provider's key if an engine supports
// the type of the key.
static inline EVP_PKEY *aasa_EC_gen(int curve) {
    EVP_PKEY *key = EVP_PKEY_new();
    EC_KEY *made = EC_KEY_new_by_curve_name(curve);
    if (key != NULL && made != NULL && EC_KEY_generate_key(made) && EVP_PKEY_assign_EC_KEY(key, made)) return key;
    EC_KEY_free(made);
    EVP_PKEY_free(key);
    return NULL;
}
static inline EVP_PKEY *aasa_RSA_gen(int bits) {
    EVP_PKEY *key = EVP_PKEY_new();
    RSA *made = RSA_new();
    BIGNUM *exponent = BN_new();
    int is_made = key != NULL && made != NULL && exponent != NULL && BN_set_word(exponent, RSA_F4)
        && RSA_generate_key_ex(made, bits, exponent, NULL) && EVP_PKEY_assign_RSA(key, made);
    BN_free(exponent);
    if (is_made) return key;
    RSA_free(made);
    EVP_PKEY_free(key);
    return NULL;
}
/// Selects the server's order of cipher suites, and primes for Diffie-Hellman of the same length as the certificate's key.
static inline void aasa_SSL_CTX_set_server_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_dh_auto(context, 1);
}
static inline int aasa_sk_GENERAL_NAME_push(GENERAL_NAMES *stack, GENERAL_NAME *name) {
    return sk_GENERAL_NAME_push(stack, name);
}
static inline long aasa_SSL_CTX_add1_chain_cert(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate);
}

/// Returns 1 if `signature` was made over `digest` with the key of the context, otherwise 0; a negative number on an error.
typedef int (*aasa_verify)(
    EVP_PKEY_CTX *context, const unsigned char *signature, size_t signature_length, const unsigned char *digest,
    size_t digest_length);

// OpenSSL 4 has no engines, and some builds of OpenSSL 3 have none either.
#if OPENSSL_VERSION_NUMBER < 0x40000000L && !defined(OPENSSL_NO_ENGINE) && __has_include(<openssl/engine.h>)
#include <openssl/engine.h>

/// Returns the variable that contains the method of `aasa_key_methods` for EC keys.
static inline EVP_PKEY_METHOD **aasa_ec_method(void) {
    static EVP_PKEY_METHOD *method;
    return &method;
}
static inline int aasa_key_methods(ENGINE *engine, EVP_PKEY_METHOD **method, const int **kinds, int kind) {
    static const int known[] = {EVP_PKEY_RSA, EVP_PKEY_EC};
    (void)engine;
    if (method == NULL) {
        *kinds = known;
        return sizeof known / sizeof known[0];
    }
    // OpenSSL writes only to methods that it has copied.
    *method = kind == EVP_PKEY_EC ? *aasa_ec_method() : (EVP_PKEY_METHOD *)EVP_PKEY_meth_find(kind);
    return *method != NULL;
}
/// Verifies a signature with an EC key by OpenSSL's own method.
static inline int aasa_ec_verify(
    EVP_PKEY_CTX *context, const unsigned char *signature, size_t signature_length, const unsigned char *digest,
    size_t digest_length) {
    int (*prepare)(EVP_PKEY_CTX *) = NULL;
    aasa_verify verify = NULL;
    EVP_PKEY_meth_get_verify(EVP_PKEY_meth_find(EVP_PKEY_EC), &prepare, &verify);
    return verify(context, signature, signature_length, digest, digest_length);
}
/// Creates an engine with OpenSSL's own methods for RSA and EC keys, except that `verify` verifies signatures with EC keys.
/// Must be called only once, because the engine is never freed. Returns NULL if OpenSSL is restricted to its FIPS module.
static inline void *aasa_key_engine(aasa_verify verify) {
    const EVP_PKEY_METHOD *own = EVP_PKEY_meth_find(EVP_PKEY_EC);
    if (own == NULL || OSSL_PROVIDER_available(NULL, "fips")) return NULL;
    int kind, flags, (*prepare)(EVP_PKEY_CTX *) = NULL;
    aasa_verify ours = NULL;
    EVP_PKEY_meth_get0_info(&kind, &flags, own);
    EVP_PKEY_meth_get_verify(own, &prepare, &ours);
    EVP_PKEY_METHOD *method = ours == NULL ? NULL : EVP_PKEY_meth_new(kind, flags);
    if (method == NULL) return NULL;
    EVP_PKEY_meth_copy(method, own);
    EVP_PKEY_meth_set_verify(method, prepare, verify);
    *aasa_ec_method() = method;
    ENGINE *engine = ENGINE_new();
    if (engine != NULL && ENGINE_set_id(engine, "aasa-audit") && ENGINE_set_name(engine, "OpenSSL's own key methods")
        && ENGINE_set_pkey_meths(engine, aasa_key_methods)) return engine;
    ENGINE_free(engine);
    return NULL;
}
static inline int aasa_key_engine_register(void *engine) { return ENGINE_register_pkey_meths((ENGINE *)engine); }
static inline void aasa_key_engine_unregister(void *engine) { ENGINE_unregister_pkey_meths((ENGINE *)engine); }
#else
static inline int aasa_ec_verify(
    EVP_PKEY_CTX *context, const unsigned char *signature, size_t signature_length, const unsigned char *digest,
    size_t digest_length) { return -1; }
static inline void *aasa_key_engine(aasa_verify verify) { return NULL; }
static inline int aasa_key_engine_register(void *engine) { return 0; }
static inline void aasa_key_engine_unregister(void *engine) {}
#endif

static inline void *aasa_OPENSSL_malloc(size_t count) { return OPENSSL_malloc(count); }
static inline void aasa_OPENSSL_free(void *bytes) { OPENSSL_free(bytes); }
static inline long aasa_BIO_get_mem_data(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }
#endif
