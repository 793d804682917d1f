// The functions are inline in the header; a target needs one source file.
#include "OpaqueValues.h"
