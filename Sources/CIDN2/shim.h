// libidn2: internationalised host names to their ASCII form (RFC 5891, UTS #46).
#ifndef AASA_CIDN2_H
#define AASA_CIDN2_H
#include <idn2.h>
#endif
