/** The releases beside a remote's stable one: the previous one, and a canary for a part of the organizations. */
import * as v from 'valibot';
import { finiteNumber } from './strict';

/** Where a release other than the stable one is described. */
export const ReleasePointer = v.object({
  version: v.pipe(v.string(), v.minLength(1)),
  /** Absolute URL of the `release.json` in the version's folder. */
  url: v.pipe(v.string(), v.regex(/^https?:\/\/.+\/release\.json$/)),
  /** Subresource integrity of that file, `sha384-…`. */
  integrity: v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
});

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

/** How a canary grows by itself (docs/releases.md). */
export const AutoCanary = v.object({
  /** Shares of the organizations, one step after the other; after the last one the version goes live. */
  steps: v.pipe(v.array(share), v.minLength(1)),
  /** Milliseconds that each step lasts at least. */
  waitMs: v.pipe(finiteNumber, v.minValue(0)),
  /** So many people must have reported before a step is judged; the name is of a time that counted tabs. */
  minTabs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO time at which the present step began. */
  since: v.string(),
});

export const Canary = v.object({
  to: ReleasePointer,
  /** Share of the organizations that get it, 0 to 100. */
  percent: v.optional(share),
  /** Ids of organizations that get it whatever the share. */
  organizations: v.optional(v.array(v.string())),
  /** Absent for a canary that people steer. */
  auto: v.optional(AutoCanary),
});

/** One remote's releases besides the stable one. */
export const Rollout = v.object({
  /** The stable release before this one: what a rollback returns to, and what runs while the stable one is in quarantine. */
  previous: v.optional(ReleasePointer),
  canary: v.optional(Canary),
});

export type ReleasePointer = v.InferOutput<typeof ReleasePointer>;
export type AutoCanary = v.InferOutput<typeof AutoCanary>;
export type Canary = v.InferOutput<typeof Canary>;
export type Rollout = v.InferOutput<typeof Rollout>;

const BUCKETS = 10_000;

/** FNV-1a with murmur's finalizer: texts that differ in one letter get distant values. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** What stands for an organization in reports: it groups them and cannot be turned back into the id. */
export const organizationHash = (id: string): string => hash(id).toString(16);

/**
 * The release that an organization gets of a remote. Sticky: the same organization gets the same answer on every device, and one
 * that has the canary keeps it while the share grows.
 * @param name the remote's short name.
 * @param rollout the registry's `rollout`.
 * @param organizationId of the active workspace; null where there is none: always the stable release.
 * @returns the canary's pointer, or null for the stable release.
 */
export function chooseRelease(
  name: string,
  rollout: Record<string, Rollout> | undefined,
  organizationId: string | null,
): ReleasePointer | null {
  const canary = rollout?.[name]?.canary;
  if (!canary || organizationId === null) return null;
  if (canary.organizations?.includes(organizationId)) return canary.to;
  const bucket = hash(`${organizationId}/${name}`) % BUCKETS;
  return bucket < (canary.percent ?? 0) * (BUCKETS / 100) ? canary.to : null;
}
