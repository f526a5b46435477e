/**
 * The one table of modules that exist once in a page. Every build, host or remote, takes its shared modules from here.
 *
 * React is shared as a package. Everything else is shared through the entry points of our own two packages: react-router, react-query,
 * rxjs and antd sit behind them, so that the host ships only the part of each library that they export
 * (docs/adr/0003-shared-entry-points.md has the bytes).
 */

/** Range that a build accepts of each shared package. Written by hand, because raising one decides which releases may run together. */
export const ranges = {
  react: '^19.3.0',
  'react-dom': '^19.3.0',
  '@hindsight/shared-contracts': '^3.0.0',
  '@hindsight/shared-ui': '^3.0.0',
} as const;

type Package = keyof typeof ranges;

/** Module request → package whose version counts. A forgotten subpath would silently become a second copy. */
export const sharedRequests: Record<string, Package> = {
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
};

/** Modules that every first load runs on: the host has them in its first files, and nothing waits for their negotiation. */
export const eagerModules: readonly string[] = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@hindsight/shared-contracts/api/client',
  '@hindsight/shared-contracts/events',
  '@hindsight/shared-contracts/query',
  '@hindsight/shared-contracts/router',
  '@hindsight/shared-contracts/shell',
  '@hindsight/shared-ui/core',
  '@hindsight/shared-ui/data',
];

/** What every build shares: host and remotes have to agree on it. */
export const sharedModules = Object.keys(sharedRequests);

export interface SharedItem {
  singleton: true;
  strictVersion: true;
  requiredVersion: string;
  version?: string;
  import?: false;
  eager?: true;
}

/**
 * The `shared` option of one build.
 * @param role the host provides a copy of everything; a remote only consumes.
 * @param versions installed version of each package, from its package.json.
 * @param requests what the build shares.
 * @param eager those of them that are in the build's first files.
 */
export function sharedPolicy(
  role: 'host' | 'remote',
  versions: Record<Package, string>,
  requests: readonly string[] = sharedModules,
  eager: readonly string[] = [],
): Record<string, SharedItem> {
  return Object.fromEntries(
    requests.map((request) => {
      const name = sharedRequests[request];
      if (!name)
        throw new Error(`${request} is not a shared module: add it to tooling/federation/sharedPolicy.ts.`);
      const provided = role === 'remote' ? { import: false as const } : { version: versions[name] };
      return [
        request,
        {
          singleton: true,
          strictVersion: true,
          requiredVersion: ranges[name],
          ...provided,
          ...(eager.includes(request) && { eager: true as const }),
        },
      ];
    }),
  );
}
