/** WAL positions of a PostgreSQL server in `pg_lsn` notation: two hexadecimal numbers of 32 bits. */

const POSITION = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Parses a position into a byte offset; undefined if the text is not one. */
export function parsePosition(text: string | undefined): bigint | undefined {
  const parts = POSITION.exec(text ?? '');
  return parts ? (BigInt(`0x${parts[1]}`) << 32n) | BigInt(`0x${parts[2]}`) : undefined;
}

/** Records the WAL position over time, to convert a lag in bytes into a lag in time. */
export function createHeads(keptMs: number) {
  const heads: { at: number; position: bigint }[] = [];
  return {
    note(at: number, position: bigint): void {
      heads.push({ at, position });
      // Keeps one entry older than the period: it covers the time before all others.
      while ((heads[1]?.at ?? Infinity) <= at - keptMs) heads.shift();
    },
    latest: () => heads.at(-1),
    /** The latest known position that is at least `ms` old. */
    before: (now: number, ms: number) => heads.findLast(({ at }) => at <= now - ms)?.position,
  };
}

/** Remembers the WAL position of each caller's last write for a limited time. */
export function createWrites(keptMs: number) {
  const writes = new Map<string, { position: bigint; until: number }>();
  return {
    note(caller: string, position: bigint, now = Date.now()): void {
      writes.delete(caller);
      writes.set(caller, { position, until: now + keptMs });
      // Entries are in order of age, oldest first.
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
