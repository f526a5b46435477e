/**
 * The single list of modules that exist once per page. Every build, host or remote, takes its shared modules from here.
 *
 * React is shared as a package. Everything else is shared through the entry points of our own two packages: react-router, react-query, rxjs
 * and antd are behind them, so that the host ships only the part of each library that they export (docs/adr/0003-shared-entry-points.md has
 * the sizes).
 */

/**
 * Version range that a build accepts of each shared package. Maintained by hand, because raising one decides which releases can run
 * together.
 */
export const ranges = {
  react: '^19.3.0',
  'react-dom': '^19.3.0',
  '@hindsight/shared-contracts': '^3.0.0',
  '@hindsight/shared-ui': '^3.0.0',
} as const;

type Package = keyof typeof ranges;

/** Module request → package whose version applies. A missing subpath would silently become a second copy. */
export const sharedRequests = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  'react-dom/client': 'react-dom',
  '@hindsight/shared-contracts/api/client': '@hindsight/shared-contracts',
  '@hindsight/shared-contracts/events': '@hindsight/shared-contracts',
  '@hindsight/shared-contracts/query': '@hindsight/shared-contracts',
  '@hindsight/shared-contracts/router': '@hindsight/shared-contracts',
  '@hindsight/shared-contracts/shell': '@hindsight/shared-contracts',
  '@hindsight/shared-ui/core': '@hindsight/shared-ui',
  '@hindsight/shared-ui/data': '@hindsight/shared-ui',
  '@hindsight/shared-ui/dialog': '@hindsight/shared-ui',
  '@hindsight/shared-ui/form': '@hindsight/shared-ui',
  '@hindsight/shared-ui/markdown': '@hindsight/shared-ui',
  '@hindsight/shared-ui/review': '@hindsight/shared-ui',
  '@hindsight/shared-ui/table': '@hindsight/shared-ui',
} as const satisfies Record<string, Package>;

export type SharedRequest = keyof typeof sharedRequests;

/** Whether a request is one of the shared modules. */
export const isShared = (request: string): request is SharedRequest => Object.hasOwn(sharedRequests, request);

/** Modules that every build shares; host and remotes must agree on them. */
export const sharedModules = Object.keys(sharedRequests);

export interface SharedItem {
  singleton: true;
  strictVersion: true;
  requiredVersion: string;
  version?: string;
  import?: false;
}

/**
 * The `shared` option of one build.
 * @param role the host provides a copy of everything; a remote only consumes.
 * @param versions installed version of each package, from its package.json.
 * @param requests the modules that the build shares.
 */
export function sharedPolicy(
  role: 'host' | 'remote',
  versions: Record<Package, string>,
  requests: readonly string[] = sharedModules,
): Record<string, SharedItem> {
  return Object.fromEntries(
    requests.map((request) => {
      if (!isShared(request))
        throw new Error(`${request} is not a shared module: add it to tooling/federation/sharedPolicy.ts.`);
      const name = sharedRequests[request];
      const provided = role === 'remote' ? { import: false as const } : { version: versions[name] };
      return [
        request,
        {
          singleton: true,
          strictVersion: true,
          requiredVersion: ranges[name],
          ...provided,
        },
      ];
    }),
  );
}
