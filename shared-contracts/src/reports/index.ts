/** Reports of an open page about its releases. Every value is bounded, because anyone can send one. */
import * as z from 'zod/mini';

/** Maximum size of a report, in bytes. */
export const MAX_REPORT_BYTES = 16 * 1024;

/** Maximum length of a failure reason, in characters. */
export const MAX_REASON_LENGTH = 300;

const count = z.int().check(z.nonnegative(), z.maximum(100_000));
const milliseconds = z.optional(z.number().check(z.nonnegative(), z.maximum(600_000)));

/** One release in one tab. Counts start when the tab opens, so a report that arrives twice changes nothing. */
const ReleaseCounts = z.object({
  remote: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/)),
  version: z.string().check(z.minLength(1), z.maxLength(100)),
  channel: z.enum(['stable', 'canary', 'previous']),
  /** Number of loads. */
  loads: count,
  /** Its own errors: failed loads and exceptions in its code. */
  failures: count,
  /** The last of them in words. One line without control characters, because it is written to logs and terminals. */
  reason: z.optional(z.string().check(z.maxLength(MAX_REASON_LENGTH), z.regex(/^\P{C}*$/u))),
  /** Number of long tasks it caused. */
  longTasks: count,
  /** Largest contentful paint, interaction to next paint (milliseconds) and cumulative layout shift of its pages. */
  lcp: milliseconds,
  inp: milliseconds,
  cls: z.optional(z.number().check(z.nonnegative(), z.maximum(1000))),
});

export const ReleaseReport = z.object({
  /** Random id of the tab. */
  tab: z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/)),
  /** Hash of the organization; null in a personal workspace. */
  organization: z.nullable(z.string().check(z.regex(/^[0-9a-f]{1,8}$/))),
  /** Route of the page, e.g. `/memory-blocks/:id`; null if no remote owns the URL. */
  page: z.nullable(z.string().check(z.maxLength(200))),
  releases: z.array(ReleaseCounts).check(z.minLength(1), z.maxLength(40)),
});

export type ReleaseCounts = z.infer<typeof ReleaseCounts>;
export type ReleaseReport = z.infer<typeof ReleaseReport>;
