/** Describes a remote before any of its code is loaded; part of the build's manifest and of the registry. */
import * as z from 'zod/mini';

/** Who may open a page. The host applies these before it loads the remote. */
export const Access = z.enum(['anyone', 'guest', 'signed-in', 'member', 'beta-admin']);

/** Feature flags that a page may depend on; a page whose flag is off stays listed but disabled. */
export const FeatureFlag = z.enum([
  'llmEnabled',
  'consolidationEnabled',
  'pruningEnabled',
  'archivedEnabled',
]);

export const NavigationEntry = z.object({
  label: z.string().check(z.minLength(1)),
  /** Name of an icon of shared-ui's set. */
  icon: z.string(),
  /** Place in the sidebar: entries are sorted by it, all remotes together. */
  order: z.number(),
  group: z.enum(['work', 'ai', 'admin']),
  /** Key of a list of the workspace, e.g. `GET /review-items/`: its `total_items` are shown beside the label while there are some. */
  count: z.optional(z.string()),
});

/** An entry of the user menu, for pages about administration that the sidebar does not list. */
const AccountEntry = z.object({
  label: z.string().check(z.minLength(1)),
  /** Name of an icon of shared-ui's set. */
  icon: z.string(),
});

/** A line of the command palette. */
export const Command = z.object({
  /** What it does, e.g. `Create memory`. */
  label: z.string().check(z.minLength(1)),
  /** Name of an icon of shared-ui's set. */
  icon: z.string(),
  /** Further words that find it. */
  keywords: z.optional(z.string()),
  /** Who sees it, where that is narrower than who may open its page. */
  access: z.optional(Access),
});

/**
 * A read that a page makes as soon as it is shown, knowing its address and the workspace alone. Who declares it asks exactly the same, in
 * the same order of parameters, or it is asked in vain.
 */
const FirstQuery = z.object({
  /** Path of the call; `{name}` is a parameter of the page's path, e.g. `/conversations/{id}`. */
  path: z.string().check(z.regex(/^\//)),
  /** Parameters without the workspace; `{name}` takes a value from the query of the page's address, if there is one. */
  query: z.optional(z.record(z.string(), z.string())),
  /** Capability of the service without which it does not have the call. */
  capability: z.optional(z.string()),
});

export const RouteDescriptor = z.object({
  /** Absolute path, react-router syntax; its sub-paths belong to the remote too. */
  path: z.string().check(z.regex(/^\//)),
  title: z.string().check(z.minLength(1)),
  /** One line below the page title. */
  description: z.string(),
  navigation: z.optional(NavigationEntry),
  /** Offered to signed-in people who may open the page. */
  accountEntry: z.optional(AccountEntry),
  /**
   * `anyone`: no session needed. `guest`: read-only guests and accepted people. `member`: accepted people only.
   * `signed-in`: every signed-in person whatever their beta status. `beta-admin`: beta-access administrators.
   */
  access: Access,
  flag: z.optional(FeatureFlag),
  /** Asked while the page's code is on its way. */
  firstQueries: z.optional(z.array(FirstQuery)),
  /** Offers in the command palette what the page begins at this hash of its address, e.g. `#create`. */
  command: z.optional(z.extend(Command, { hash: z.string().check(z.regex(/^#/)) })),
});

/** A dialog of the remote that has an address: the host opens the slot on any page while one of `params` is in the query string. */
export const OverlayDescriptor = z.object({
  slot: z.string(),
  /** Any of these query parameters opens it. */
  params: z.array(z.string()).check(z.minLength(1)),
  /** Further parameters of the overlay, taken out of the address with `params` when it closes. */
  alsoClears: z.optional(z.array(z.string())),
  access: Access,
  /** Offers the dialog in the command palette; it opens over whatever page is shown, by the first of `params`. */
  command: z.optional(Command),
});

export const RemoteDescriptor = z.object({
  /** Short name as in the registry, e.g. `memory`. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  /** What a person calls this part, e.g. `Memory`. */
  displayName: z.string().check(z.minLength(1)),
  /** Semver range of shared-contracts that the remote was built against. */
  contracts: z.string(),
  /** Calls of the service that the remote cannot do without, as keys of the endpoint table. */
  needs: z.array(z.string()),
  /**
   * What the service must be able to do beyond the endpoint table, as names of `Capability`: without one of them the remote is not
   * loaded.
   */
  capabilities: z.optional(z.array(z.string())),
  routes: z.array(RouteDescriptor),
  /** Names of the slots that the remote fills. */
  slots: z.array(z.string()),
  /** Which of the filled slots the host opens by the address. */
  overlays: z.optional(z.array(OverlayDescriptor)),
});

export type Access = z.infer<typeof Access>;
export type Command = z.infer<typeof Command>;
export type FeatureFlag = z.infer<typeof FeatureFlag>;
export type NavigationEntry = z.infer<typeof NavigationEntry>;
export type OverlayDescriptor = z.infer<typeof OverlayDescriptor>;
export type RouteDescriptor = z.infer<typeof RouteDescriptor>;
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>;
