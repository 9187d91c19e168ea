// Indexes, times and the layout of types are reckoned in words of 64 bits, so that this does not build for
// older watches (arm64_32) and wasm32.
#if _pointerBitWidth(_32)
#error("Rewind needs a platform on which Int has 64 bits.")
#endif
