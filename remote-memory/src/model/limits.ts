/** Limits of the service that forms respect before it has to refuse. */

/** Longest text of a memory block, in characters. */
export const MAX_TEXT = 200_000;
