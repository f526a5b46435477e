/** Places in the log of a PostgreSQL server, as `pg_lsn` writes them: two hexadecimal numbers of 32 bits. */

const POSITION = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** The bytes before a position, or undefined where the text is none. */
export function parsePosition(text: string | undefined): bigint | undefined {
  const parts = POSITION.exec(text ?? '');
  return parts ? (BigInt(`0x${parts[1]}`) << 32n) | BigInt(`0x${parts[2]}`) : undefined;
}

/** How far the log went at some moments, so that a lag in bytes can be told in time. */
export function createHeads(keptMs: number) {
  const heads: { at: number; position: bigint }[] = [];
  return {
    note(at: number, position: bigint): void {
      heads.push({ at, position });
      // One that is older than the time stays: it says what was written before all of the others.
      while ((heads[1]?.at ?? Infinity) <= at - keptMs) heads.shift();
    },
    latest: () => heads.at(-1),
    /** What was written `ms` before `now`, as far as is known. */
    before: (now: number, ms: number) => heads.findLast(({ at }) => at <= now - ms)?.position,
  };
}

/** Remembers for a while how far the log went when each caller last wrote. */
export function createWrites(keptMs: number) {
  const writes = new Map<string, { position: bigint; until: number }>();
  return {
    note(caller: string, position: bigint, now = Date.now()): void {
      writes.delete(caller);
      writes.set(caller, { position, until: now + keptMs });
      // The oldest come first.
      for (const [known, { until }] of writes) {
        if (until > now) break;
        writes.delete(known);
      }
    },
    of: (caller: string, now = Date.now()): bigint => {
      const known = writes.get(caller);
      return known && known.until > now ? known.position : 0n;
    },
  };
}
