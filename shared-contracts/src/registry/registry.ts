/** The registry: the live version of each remote, and its location. One small file that is never cached. */
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
  /** How to run the entry: as an ES module (Vite), or if absent as a script that sets a global. */
  type: v.optional(v.literal('module')),
  /** Name of the container's global and its federation identity, e.g. `remote_memory`. */
  container: v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
  /** Files to preload when a page or slot opens: by the descriptor's route path, or by the slot's name. */
  parts: strictRecord(v.array(v.string())),
  /** Shared entry points of each of these parts, by request: the server that renders the document preloads their files too. */
  shared: v.optional(strictRecord(v.array(v.string()))),
  /**
   * Subresource integrity by file (relative to baseUrl), `sha384-…`. Browsers get only the entry's, which contains all the others. Files of
   * a developer's running compiler are not checked.
   */
  integrity: strictRecord(v.string()),
  builtAt: v.string(),
  descriptor: RemoteDescriptor,
});

export const REGISTRY_SCHEMA = 1;

/** Proof that the holder of a key promoted a version, as stable or as canary. */
const PromotionSignature = v.object({
  key: v.string(),
  /** Hash of the version's `release.json`. */
  integrity: v.string(),
  /** Ed25519, base64. */
  value: v.string(),
});

export const Registry = v.object({
  schema: v.literal(REGISTRY_SCHEMA),
  /** ISO time of the last publish. */
  updatedAt: v.string(),
  /** Incremented with each change, to tell which of two copies is newer. */
  serial: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Stable release of each remote, by short name. */
  remotes: strictRecord(Release),
  /** Other available releases. A host that does not know this field runs the stable ones. */
  rollout: v.optional(strictRecord(Rollout)),
  /** Names of removed remotes, which stay hidden even if the deployment ships them. */
  retired: v.optional(v.array(v.string())),
  /** Remotes whose code must not run now, with the reason to show in their place. */
  disabled: v.optional(strictRecord(v.object({ reason: v.string() }))),
  /** By remote and version, if the store has keys. Checked by the server of the registry and not sent to browsers. */
  signatures: v.optional(strictRecord(strictRecord(PromotionSignature))),
  /** By remote and version: how it currently fails for others, in words. Added by the server; an open page stays on its older version. */
  failing: v.optional(strictRecord(strictRecord(v.string()))),
});

export type Release = v.InferOutput<typeof Release>;
export type PromotionSignature = v.InferOutput<typeof PromotionSignature>;
export type Registry = v.InferOutput<typeof Registry>;
