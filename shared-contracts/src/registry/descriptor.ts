/** Describes a remote before its code is loaded; part of the build's manifest and of the registry. */
import * as v from 'valibot';
import { finiteNumber, strictRecord } from './strict';

/** Who may open a page. The host checks this before it loads the remote. */
export const Access = v.picklist(['anyone', 'guest', 'signed-in', 'member', 'beta-admin']);

/** Feature flags of pages; a page whose flag is off stays listed but disabled. */
export const FeatureFlag = v.picklist([
  'llmEnabled',
  'consolidationEnabled',
  'pruningEnabled',
  'archivedEnabled',
]);

export const NavigationEntry = v.object({
  label: v.pipe(v.string(), v.minLength(1)),
  /** Icon name in shared-ui's set. */
  icon: v.string(),
  /** Sort key in the sidebar, across all remotes. */
  order: finiteNumber,
  group: v.picklist(['work', 'ai', 'admin']),
  /** Key of a list endpoint of the workspace, e.g. `GET /review-items/`: its `total_items` is shown beside the label unless it is 0. */
  count: v.optional(v.string()),
  /** Whether a person's pinned views of this list are shown below the entry. */
  hasViews: v.optional(v.boolean()),
});

/** An entry of the user menu, for administration pages that are not in the sidebar. */
const AccountEntry = v.object({
  label: v.pipe(v.string(), v.minLength(1)),
  /** Icon name in shared-ui's set. */
  icon: v.string(),
});

/** An entry of the command palette. */
export const Command = v.object({
  /** Label, e.g. `Create memory`. */
  label: v.pipe(v.string(), v.minLength(1)),
  /** Icon name in shared-ui's set. */
  icon: v.string(),
  /** Additional search terms. */
  keywords: v.optional(v.string()),
  /** Access to the command, if narrower than access to its page. */
  access: v.optional(Access),
});

/** Path to a value in a response, e.g. `items.0.id`. */
const Way = v.pipe(v.string(), v.minLength(1));

/** A follow-up read, for ids in an earlier response. */
const FollowingQuery = v.object({
  /** Path to an id or a list of ids. */
  ids: Way,
  /** Requested for each of them as `{id}`, e.g. `/memory-blocks/{id}`. */
  path: v.pipe(v.string(), v.regex(/^\/.*\{id\}/)),
  /** Requested only if the response has this value. */
  where: v.optional(v.object({ at: Way, is: v.string() })),
});

/**
 * A read that a page makes as soon as it opens, from its URL and the workspace alone. The page must make exactly the same request, with
 * parameters in the same order; otherwise the prefetch is wasted.
 */
const FirstQuery = v.object({
  /** Path of the call; `{name}` is a path parameter of the page, e.g. `/conversations/{id}`. */
  path: v.pipe(v.string(), v.regex(/^\//)),
  /** Parameters without the workspace; `{name}` is filled from the query or the path of the page's URL, if present there. */
  query: v.optional(strictRecord(v.string())),
  /** Concerns the person and is sent without a workspace. */
  ofPerson: v.optional(v.boolean()),
  /** Reads that follow the response, e.g. for the memories of its first item. */
  then: v.optional(v.array(FollowingQuery)),
});

export const RouteDescriptor = v.object({
  /** Absolute path in react-router syntax; its sub-paths belong to the remote too. */
  path: v.pipe(v.string(), v.regex(/^\//)),
  title: v.pipe(v.string(), v.minLength(1)),
  /** One line, shown below the page title. */
  description: v.string(),
  navigation: v.optional(NavigationEntry),
  /** Shown to signed-in people who may open the page. */
  accountEntry: v.optional(AccountEntry),
  /**
   * `anyone`: no session needed. `guest`: read-only guests and accepted people. `member`: accepted people only. `signed-in`: every
   * signed-in person, whatever their beta status. `beta-admin`: beta-access administrators.
   */
  access: Access,
  flag: v.optional(FeatureFlag),
  /** `Capability` names. If the service lacks one, it is too old for the page, which then says so instead of opening. */
  capabilities: v.optional(v.array(v.string())),
  /** Prefetched while the page's code loads. */
  firstQueries: v.optional(v.array(FirstQuery)),
  /** Adds a command palette entry that opens the page at this hash, e.g. `#create`. */
  command: v.optional(v.object({ ...Command.entries, hash: v.pipe(v.string(), v.regex(/^#/)) })),
});

/** A dialog of the remote with its own URL: the host opens the slot on any page while one of `params` is in the query string. */
export const OverlayDescriptor = v.object({
  slot: v.string(),
  /** Any of these query parameters opens the overlay. */
  params: v.pipe(v.array(v.string()), v.minLength(1)),
  /** Further parameters of the overlay, removed from the URL with `params` when it closes. */
  alsoClears: v.optional(v.array(v.string())),
  access: Access,
  /** Adds a command palette entry that opens the dialog over the current page, by the first of `params`. */
  command: v.optional(Command),
});

export const RemoteDescriptor = v.object({
  /** Short name in the registry, e.g. `memory`. */
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
  /** Name shown to people, e.g. `Memory`. */
  displayName: v.pipe(v.string(), v.minLength(1)),
  /** Semver range of shared-contracts that the remote was built against. */
  contracts: v.string(),
  /** Endpoints that the remote depends on, as keys of the endpoint table. */
  needs: v.array(v.string()),
  routes: v.array(RouteDescriptor),
  /** Names of the slots that the remote fills. */
  slots: v.array(v.string()),
  /** Filled slots that the host opens by URL. */
  overlays: v.optional(v.array(OverlayDescriptor)),
});

export type Access = v.InferOutput<typeof Access>;
export type Command = v.InferOutput<typeof Command>;
export type FeatureFlag = v.InferOutput<typeof FeatureFlag>;
export type NavigationEntry = v.InferOutput<typeof NavigationEntry>;
export type OverlayDescriptor = v.InferOutput<typeof OverlayDescriptor>;
export type RouteDescriptor = v.InferOutput<typeof RouteDescriptor>;
export type RemoteDescriptor = v.InferOutput<typeof RemoteDescriptor>;
