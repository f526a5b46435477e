/** What an open page reports about the releases that it runs; bounds of every value are part of it, because anybody can send one. */
import * as z from 'zod/mini';

/** Longest report in bytes. */
export const MAX_REPORT_BYTES = 16 * 1024;

/** Longest reason of a failure, in characters. */
export const MAX_REASON_LENGTH = 300;

const count = z.int().check(z.nonnegative(), z.maximum(100_000));
const milliseconds = z.optional(z.number().check(z.nonnegative(), z.maximum(600_000)));

/** One release in one tab; counts are those since the tab was opened, so a report that arrives twice changes nothing. */
const ReleaseCounts = z.object({
  remote: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/)),
  version: z.string().check(z.minLength(1), z.maxLength(100)),
  channel: z.enum(['stable', 'canary', 'previous']),
  /** How often it loaded. */
  loads: count,
  /** Errors of its own: it did not load, or its code threw. */
  failures: count,
  /** The last of them in words. On one line and without control characters, because it is written to logs and terminals. */
  reason: z.optional(z.string().check(z.maxLength(MAX_REASON_LENGTH), z.regex(/^\P{C}*$/u))),
  /** Frames that it held up. */
  longTasks: count,
  /** Largest contentful paint, interaction to next paint (milliseconds) and cumulative layout shift of its pages. */
  lcp: milliseconds,
  inp: milliseconds,
  cls: z.optional(z.number().check(z.nonnegative(), z.maximum(1000))),
});

export const ReleaseReport = z.object({
  /** Random mark of the tab. */
  tab: z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/)),
  /** Hash of the organization; null in a personal workspace. */
  organization: z.nullable(z.string().check(z.regex(/^[0-9a-f]{1,8}$/))),
  /** The page's route, e.g. `/memory-blocks/:id`; null where no remote owns the address. */
  page: z.nullable(z.string().check(z.maxLength(200))),
  releases: z.array(ReleaseCounts).check(z.minLength(1), z.maxLength(40)),
});

export type ReleaseCounts = z.infer<typeof ReleaseCounts>;
export type ReleaseReport = z.infer<typeof ReleaseReport>;
