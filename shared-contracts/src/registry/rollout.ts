/** Releases of a remote beside the stable one: the previous one, and a canary for some organizations. */
import * as v from 'valibot';
import { finiteNumber } from './strict';

/** Location of a release other than the stable one. */
export const ReleasePointer = v.object({
  version: v.pipe(v.string(), v.minLength(1)),
  /** Absolute URL of the `release.json` in the version's folder. */
  url: v.pipe(v.string(), v.regex(/^https?:\/\/.+\/release\.json$/)),
  /** Subresource integrity of that file, `sha384-…`. */
  integrity: v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
});

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

/** Automatic growth of a canary (docs/releases.md). */
export const AutoCanary = v.object({
  /** Successive shares of the organizations; after the last step the version goes live. */
  steps: v.pipe(v.array(share), v.minLength(1)),
  /** Minimum duration of each step, in milliseconds. */
  waitMs: v.pipe(finiteNumber, v.minValue(0)),
  /** Minimum number of people who must report before a step is judged; named for a time when tabs were counted. */
  minTabs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO time at which the current step began. */
  since: v.string(),
});

export const Canary = v.object({
  to: ReleasePointer,
  /** Percentage of the organizations that get it, 0 to 100. */
  percent: v.optional(share),
  /** Ids of organizations that always get it. */
  organizations: v.optional(v.array(v.string())),
  /** Absent for a manually controlled canary. */
  auto: v.optional(AutoCanary),
});

/** A remote's releases other than the stable one. */
export const Rollout = v.object({
  /** Previous stable release: the target of a rollback, also used while the stable one is in quarantine. */
  previous: v.optional(ReleasePointer),
  canary: v.optional(Canary),
});

export type ReleasePointer = v.InferOutput<typeof ReleasePointer>;
export type AutoCanary = v.InferOutput<typeof AutoCanary>;
export type Canary = v.InferOutput<typeof Canary>;
export type Rollout = v.InferOutput<typeof Rollout>;

const BUCKETS = 10_000;

/** FNV-1a with murmur's finalizer: similar strings get distant values. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Pseudonym of an organization in reports: groups them and cannot be turned back into the id. */
export const organizationHash = (id: string): string => hash(id).toString(16);

/**
 * The release of a remote that an organization gets. Sticky: the same on every device, and an organization that has the canary keeps it
 * while the share grows.
 * @param name the remote's short name.
 * @param rollout the registry's `rollout`.
 * @param organizationId of the active workspace; null (no organization) always gets the stable release.
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
