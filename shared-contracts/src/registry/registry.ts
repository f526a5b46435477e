/** The registry: which version of which remote is live, and where. One small file that is never cached. */
import * as z from 'zod/mini';
import { RemoteDescriptor } from './descriptor';
import { Rollout } from './rollout';

/** One immutable build of a remote. */
export const Release = z.object({
  version: z.string().check(z.minLength(1)),
  /** Absolute URL of the version's folder, with a trailing slash. */
  baseUrl: z.string().check(z.regex(/^https?:\/\/.+\/$/)),
  /** Container file, relative to baseUrl. */
  entry: z.string(),
  /** Name of the container's global and of its federation identity, e.g. `remote_memory`. */
  container: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
  /** Files of each page, by the descriptor's route path, and of each filled slot, by its name: preloaded when it is opened. */
  parts: z.record(z.string(), z.array(z.string())),
  /** Shared entry points that each of these parts runs on, by their requests: where the document is made, their files are preloaded too. */
  shared: z.optional(z.record(z.string(), z.array(z.string()))),
  /**
   * Subresource integrity by file (relative to baseUrl), `sha384-…`. Browsers get those of the entry and of `HASHES_FILE`; without the
   * latter, files are not checked, e.g. those of a developer's running compiler.
   */
  integrity: z.record(z.string(), z.string()),
  builtAt: z.string(),
  descriptor: RemoteDescriptor,
});

export const REGISTRY_SCHEMA = 1;

/** File of a release that lists the hashes of all its other files. */
export const HASHES_FILE = 'integrity.json';

export const Registry = z.object({
  schema: z.literal(REGISTRY_SCHEMA),
  /** ISO time of the last publish. */
  updatedAt: z.string(),
  /** Grows by one with each change, so that of two copies the newer one is known. */
  serial: z.optional(z.int().check(z.nonnegative())),
  /** The stable release of each remote, by the remote's short name. */
  remotes: z.record(z.string(), Release),
  /** Further releases that are online and may be chosen. A host that does not know this field runs the stable releases. */
  rollout: z.optional(z.record(z.string(), Rollout)),
  /** Names of remotes that were taken out; one of them is not shown even where the deployment ships it. */
  retired: z.optional(z.array(z.string())),
  /** Remotes whose code must not run now, with the reason that people see in their place. */
  disabled: z.optional(z.record(z.string(), z.object({ reason: z.string() }))),
});

export type Release = z.infer<typeof Release>;
export type Registry = z.infer<typeof Registry>;
