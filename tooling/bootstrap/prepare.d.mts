/** What the programs of the repository take from the preparation. */
export function recordInstalled(): void;
