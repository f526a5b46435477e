import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import antdSheet from './antdSheet';
import { compile } from './compile';
import { ExposedModuleInEntry } from './exposedModuleInEntry';

describe('antdSheet', () => {
  const sheet = antdSheet();
  /** Includes rules inside `@media`; keyframe steps do not count. */
  const rules = sheet
    .replaceAll(/@keyframes [\w-]+\{(?:[^{}]*\{[^{}]*\})*\}/g, '')
    .split('}')
    .filter((text) => text.includes('{'))
    .map((text) => {
      const [selectors = '', declarations = ''] = text.split('{').slice(-2);
      return { selectors, declarations };
    });

  it("puts every rule in antd's layer", () => {
    expect(sheet).toMatch(/^@layer antd\{.*\}$/s);
  });

  it.each(['input', 'select', 'checkbox', 'input-number', 'radio', 'switch', 'modal', 'tooltip', 'table'])(
    'styles .ant-%s',
    (part) => {
      expect(rules.filter(({ selectors }) => selectors.includes(`.ant-${part}`)).length).toBeGreaterThan(5);
    },
  );

  it('leaves elements without a class to base.css', () => {
    expect(rules.filter(({ selectors }) => !selectors.includes('.'))).toEqual([]);
  });

  it('gives both themes the same rules but separate variables', () => {
    const variables = (selector: string) =>
      rules.find(({ selectors }) => selectors === selector)?.declarations ?? '';
    expect(variables('.hs-antd')).toContain('--ant-color-bg-container:#ffffff');
    expect(variables('.theme-dark .hs-antd')).toContain('--ant-color-bg-container:#171d1f');
    const counts = new Map<string, number>();
    for (const { selectors, declarations } of rules.filter((rule) => !rule.selectors.includes('.hs-antd')))
      counts.set(selectors + declarations, (counts.get(selectors + declarations) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count % 2 > 0)).toEqual([]);
  });
});

describe('exposedModuleInEntry', () => {
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

  it('merges the loaders into the entry and leaves no separate file', async () => {
    const files = await build("export const load = () => import('./page.js');");
    expect(files).toContain('remoteEntry.js');
    expect(files.filter((file) => file.startsWith('exposed'))).toEqual([]);
  });

  it('rejects an entry that would consume a shared module before negotiation', async () => {
    await expect(build("export { useState } from 'react';")).rejects.toThrow('It may contain only loaders');
  });
});
