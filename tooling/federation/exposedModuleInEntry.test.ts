import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { compile } from './compile';
import { ExposedModuleInEntry } from './exposedModuleInEntry';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'exposed-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function build(remote: string): Promise<string[]> {
  writeFileSync(path.join(folder, 'remote.js'), remote);
  writeFileSync(path.join(folder, 'page.js'), "export { useState } from 'react';");
  await compile([
    {
      mode: 'production',
      devtool: false,
      context: folder,
      entry: {},
      output: { path: path.join(folder, 'dist'), publicPath: 'auto', uniqueName: 'remote_x' },
      optimization: { minimize: false },
      plugins: [
        new ExposedModuleInEntry('remote_x', 'exposed'),
        new ModuleFederationPlugin({
          name: 'remote_x',
          filename: 'remoteEntry.js',
          exposes: { './remote': { import: './remote.js', name: 'exposed' } },
          shared: { react: { import: false, singleton: true, requiredVersion: '^19.3.0' } },
          manifest: false,
          dts: false,
        }),
      ],
    },
  ]);
  return readdirSync(path.join(folder, 'dist'));
}

it('puts the loaders into the entry, and no file of their own is left', async () => {
  const files = await build("export const load = () => import('./page.js');");
  expect(files).toContain('remoteEntry.js');
  expect(files.filter((file) => file.startsWith('exposed'))).toEqual([]);
});

it('fails for an entry that would consume a shared module before it is negotiated', async () => {
  await expect(build("export { useState } from 'react';")).rejects.toThrow('It may hold loaders only');
});
