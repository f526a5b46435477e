/** The monolith needs no federation runtime. */
export {};
