/** Describes a remote before any of its code is loaded; part of the build's manifest and of the registry. */
import * as v from 'valibot';
import { finiteNumber, strictRecord } from './strict';

/** Who may open a page. The host applies these before it loads the remote. */
export const Access = v.picklist(['anyone', 'guest', 'signed-in', 'member', 'beta-admin']);

/** Feature flags that a page may depend on; a page whose flag is off stays listed but disabled. */
export const FeatureFlag = v.picklist([
  'llmEnabled',
  'consolidationEnabled',
  'pruningEnabled',
  'archivedEnabled',
]);

export const NavigationEntry = v.object({
  label: v.pipe(v.string(), v.minLength(1)),
  /** Name of an icon of shared-ui's set. */
  icon: v.string(),
  /** Place in the sidebar: entries are sorted by it, all remotes together. */
  order: finiteNumber,
  group: v.picklist(['work', 'ai', 'admin']),
  /** Key of a list of the workspace, e.g. `GET /review-items/`: its `total_items` are shown beside the label while there are some. */
  count: v.optional(v.string()),
  /** Saved views of this list are shown below the entry where a person has pinned them. */
  hasViews: v.optional(v.boolean()),
});

/** An entry of the user menu, for pages about administration that the sidebar does not list. */
const AccountEntry = v.object({
  label: v.pipe(v.string(), v.minLength(1)),
  /** Name of an icon of shared-ui's set. */
  icon: v.string(),
});

/** A line of the command palette. */
export const Command = v.object({
  /** What it does, e.g. `Create memory`. */
  label: v.pipe(v.string(), v.minLength(1)),
  /** Name of an icon of shared-ui's set. */
  icon: v.string(),
  /** Further words that find it. */
  keywords: v.optional(v.string()),
  /** Who sees it, where that is narrower than who may open its page. */
  access: v.optional(Access),
});

/** The way to a value in an answer, e.g. `items.0.id`. */
const Way = v.pipe(v.string(), v.minLength(1));

/** A read that a page makes for what an answer names. */
const FollowingQuery = v.object({
  /** To an id, or a list of ids. */
  ids: Way,
  /** Asked for each of them as `{id}`, e.g. `/memory-blocks/{id}`. */
  path: v.pipe(v.string(), v.regex(/^\/.*\{id\}/)),
  /** Asked only where this value is there. */
  where: v.optional(v.object({ at: Way, is: v.string() })),
});

/**
 * A read that a page makes as soon as it is shown, knowing its address and the workspace alone. Who declares it asks exactly the same, in
 * the same order of parameters, or it is asked in vain.
 */
const FirstQuery = v.object({
  /** Path of the call; `{name}` is a parameter of the page's path, e.g. `/conversations/{id}`. */
  path: v.pipe(v.string(), v.regex(/^\//)),
  /** Parameters without the workspace; `{name}` takes a value from the page's address, if there is one: from its query or its path. */
  query: v.optional(strictRecord(v.string())),
  /** It concerns the person, and is asked without a workspace. */
  ofPerson: v.optional(v.boolean()),
  /** What the page asks once it has the answer, e.g. for the memories of its first item. */
  then: v.optional(v.array(FollowingQuery)),
});

export const RouteDescriptor = v.object({
  /** Absolute path, react-router syntax; its sub-paths belong to the remote too. */
  path: v.pipe(v.string(), v.regex(/^\//)),
  title: v.pipe(v.string(), v.minLength(1)),
  /** One line below the page title. */
  description: v.string(),
  navigation: v.optional(NavigationEntry),
  /** Offered to signed-in people who may open the page. */
  accountEntry: v.optional(AccountEntry),
  /**
   * `anyone`: no session needed. `guest`: read-only guests and accepted people. `member`: accepted people only.
   * `signed-in`: every signed-in person whatever their beta status. `beta-admin`: beta-access administrators.
   */
  access: Access,
  flag: v.optional(FeatureFlag),
  /** Names of `Capability`. A service that lacks one is too old for the page, which then says so instead of opening. */
  capabilities: v.optional(v.array(v.string())),
  /** Asked while the page's code is on its way. */
  firstQueries: v.optional(v.array(FirstQuery)),
  /** Offers in the command palette what the page begins at this hash of its address, e.g. `#create`. */
  command: v.optional(v.object({ ...Command.entries, hash: v.pipe(v.string(), v.regex(/^#/)) })),
});

/** A dialog of the remote that has an address: the host opens the slot on any page while one of `params` is in the query string. */
export const OverlayDescriptor = v.object({
  slot: v.string(),
  /** Any of these query parameters opens it. */
  params: v.pipe(v.array(v.string()), v.minLength(1)),
  /** Further parameters of the overlay, taken out of the address with `params` when it closes. */
  alsoClears: v.optional(v.array(v.string())),
  access: Access,
  /** Offers the dialog in the command palette; it opens over whatever page is shown, by the first of `params`. */
  command: v.optional(Command),
});

export const RemoteDescriptor = v.object({
  /** Short name as in the registry, e.g. `memory`. */
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
  /** What a person calls this part, e.g. `Memory`. */
  displayName: v.pipe(v.string(), v.minLength(1)),
  /** Semver range of shared-contracts that the remote was built against. */
  contracts: v.string(),
  /** Calls of the service that the remote cannot do without, as keys of the endpoint table. */
  needs: v.array(v.string()),
  routes: v.array(RouteDescriptor),
  /** Names of the slots that the remote fills. */
  slots: v.array(v.string()),
  /** Which of the filled slots the host opens by the address. */
  overlays: v.optional(v.array(OverlayDescriptor)),
});

export type Access = v.InferOutput<typeof Access>;
export type Command = v.InferOutput<typeof Command>;
export type FeatureFlag = v.InferOutput<typeof FeatureFlag>;
export type NavigationEntry = v.InferOutput<typeof NavigationEntry>;
export type OverlayDescriptor = v.InferOutput<typeof OverlayDescriptor>;
export type RouteDescriptor = v.InferOutput<typeof RouteDescriptor>;
export type RemoteDescriptor = v.InferOutput<typeof RemoteDescriptor>;
