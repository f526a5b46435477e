import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { partChunk } from './partChunk';
import { readDescriptor } from './readDescriptor';
import { describeRelease } from './release';

const packageDir = mkdtempSync(path.join(tmpdir(), 'hindsight-release-'));
afterAll(() => rmSync(packageDir, { recursive: true }));

const descriptor = {
  name: 'memory',
  displayName: 'Memory',
  contracts: '^1.0.0',
  needs: [],
  routes: [{ path: '/memory-blocks', title: 'Memory Blocks', description: 'Read.', access: 'guest' }],
  slots: ['header.notifications'],
};

function write(name: string, text: string) {
  mkdirSync(path.join(packageDir, 'src/remote'), { recursive: true });
  writeFileSync(path.join(packageDir, 'src/remote', name), text);
}

function build(chunks: Record<string, string[]>) {
  write('descriptor.ts', `export const descriptor = ${JSON.stringify(descriptor)};`);
  writeFileSync(path.join(packageDir, 'remoteEntry.js'), 'entry();');
  const namedChunkGroups = Object.fromEntries(
    Object.entries(chunks).map(([name, files]) => [
      name,
      { assets: files.map((file) => ({ name: file })), chunks: [name, 'of-all'] },
    ]),
  );
  const consumed = (request: string) => ({
    name: `consume shared module (default) ${request}@!=2...0...0 (strict)`,
  });
  const stats = {
    namedChunkGroups,
    chunks: [
      { id: 'page-memory-blocks', modules: [consumed('@hindsight/shared-ui/data'), { name: './src/a.ts' }] },
      { id: 'of-all', modules: [consumed('react')] },
      { id: 'of-another', modules: [consumed('@hindsight/shared-ui/form')] },
    ],
  };
  return describeRelease({
    remote: 'memory',
    version: '1.0.0-a',
    packageDir,
    outputDir: packageDir,
    stats: stats as never,
  });
}

const complete = {
  'page-memory-blocks': ['page.js', 'page.css', 'page.js.map'],
  'slot-header-notifications': ['bell.js'],
};

it('names what to preload for each page and each slot', () => {
  const release = build(complete);
  expect(release.parts).toEqual({
    '/memory-blocks': ['page.js', 'page.css'],
    'header.notifications': ['bell.js'],
  });
  expect(release.shared).toEqual({
    '/memory-blocks': ['@hindsight/shared-ui/data', 'react'],
    'header.notifications': ['react'],
  });
  expect(release.container).toBe('remote_memory_1_0_0_a');
  expect(release.integrity['remoteEntry.js']).toMatch(/^sha384-/);
});

it('refuses a part that the descriptor promises and nobody built', () => {
  const { 'page-memory-blocks': _gone, ...rest } = complete;
  expect(() => build(rest)).toThrow(
    'remote-memory promises /memory-blocks in its descriptor, but has no chunk for it.',
  );
});

it('reads the descriptor and what it imports as they are now, and names the files', () => {
  const { displayName: _title, ...rest } = descriptor;
  write(
    'descriptor.ts',
    `import { title } from './title';\nexport const descriptor = { ...${JSON.stringify(rest)}, displayName: title };`,
  );
  for (const title of ['Memory', 'Memories']) {
    write('title.ts', `export const title: string = '${title}';`);
    expect(readDescriptor(packageDir).descriptor.displayName).toBe(title);
  }
  const names = readDescriptor(packageDir).files.map((file) => path.relative(packageDir, file));
  expect(names.sort()).toEqual(['src/remote/descriptor.ts', 'src/remote/title.ts']);
});

it('names chunks after what they show', () => {
  expect(partChunk('/beta-access/request')).toBe('page-beta-access-request');
  expect(partChunk('/memory-blocks/:id')).toBe('page-memory-blocks-id');
  expect(partChunk('header.notifications')).toBe('slot-header-notifications');
});
