/** A small valid release as a fixture for tests of the stack and of the build. */
import type { Access, Release } from '@hindsight/shared-contracts/registry';
import { partChunk } from '../federation/partChunk';

interface Example {
  routes?: string[];
  slots?: string[];
  access?: Access;
  port?: number;
  version?: string;
}

export function exampleRelease(name: string, example: Example = {}): Release {
  const {
    routes = [`/${name}`],
    slots = [],
    access = 'member',
    port = 3001,
    version = '1.0.0-abc',
  } = example;
  return {
    version,
    baseUrl: `http://localhost:${port}/${version}/`,
    entry: 'remoteEntry.js',
    container: `remote_${name.replaceAll('-', '_')}`,
    parts: Object.fromEntries([...routes, ...slots].map((part) => [part, [`${partChunk(part)}.js`]])),
    integrity: { 'remoteEntry.js': 'sha384-entry' },
    builtAt: '2026-01-01T00:00:00.000Z',
    descriptor: {
      name,
      displayName: name,
      contracts: '^3.0.0',
      needs: [],
      slots,
      routes: routes.map((path) => ({ path, title: path, description: 'An example.', access })),
    },
  };
}
