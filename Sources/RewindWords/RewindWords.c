#include "RewindWords.h"
