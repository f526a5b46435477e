/** The registry: which version of which remote is live, and where. One small file that is never cached. */
import * as v from 'valibot';
import { RemoteDescriptor } from './descriptor';
import { Rollout } from './rollout';
import { strictRecord } from './strict';

/** One immutable build of a remote. */
export const Release = v.object({
  version: v.pipe(v.string(), v.minLength(1)),
  /** Absolute URL of the version's folder, with a trailing slash. */
  baseUrl: v.pipe(v.string(), v.regex(/^https?:\/\/.+\/$/)),
  /** Container file, relative to baseUrl. */
  entry: v.string(),
  /** How the entry is run: as an ES module, which Vite makes, or without this as a script that leaves a global. */
  type: v.optional(v.literal('module')),
  /** Name of the container's global and of its federation identity, e.g. `remote_memory`. */
  container: v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
  /** Files of each page, by the descriptor's route path, and of each filled slot, by its name: preloaded when it is opened. */
  parts: strictRecord(v.array(v.string())),
  /** Shared entry points that each of these parts runs on, by their requests: where the document is made, their files are preloaded too. */
  shared: v.optional(strictRecord(v.array(v.string()))),
  /**
   * Subresource integrity by file (relative to baseUrl), `sha384-…`. Browsers get that of the entry, which holds all the others. The files
   * of a developer's running compiler are not checked.
   */
  integrity: strictRecord(v.string()),
  builtAt: v.string(),
  descriptor: RemoteDescriptor,
});

export const REGISTRY_SCHEMA = 1;

/** Says that the holder of a key made a version live, or tried it. */
const PromotionSignature = v.object({
  key: v.string(),
  /** Hash of the version's `release.json`. */
  integrity: v.string(),
  /** Ed25519, base 64. */
  value: v.string(),
});

export const Registry = v.object({
  schema: v.literal(REGISTRY_SCHEMA),
  /** ISO time of the last publish. */
  updatedAt: v.string(),
  /** Grows by one with each change, so that of two copies the newer one is known. */
  serial: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The stable release of each remote, by the remote's short name. */
  remotes: strictRecord(Release),
  /** Further releases that are online and may be chosen. A host that does not know this field runs the stable releases. */
  rollout: v.optional(strictRecord(Rollout)),
  /** Names of remotes that were taken out; one of them is not shown even where the deployment ships it. */
  retired: v.optional(v.array(v.string())),
  /** Remotes whose code must not run now, with the reason that people see in their place. */
  disabled: v.optional(strictRecord(v.object({ reason: v.string() }))),
  /** By remote and version, where the store knows keys. What serves the registry checks them; browsers do not get them. */
  signatures: v.optional(strictRecord(strictRecord(PromotionSignature))),
  /** By remote and version: in words, how it fails for others now. The server adds it; an open page that runs an older version stays there. */
  failing: v.optional(strictRecord(strictRecord(v.string()))),
});

export type Release = v.InferOutput<typeof Release>;
export type PromotionSignature = v.InferOutput<typeof PromotionSignature>;
export type Registry = v.InferOutput<typeof Registry>;
