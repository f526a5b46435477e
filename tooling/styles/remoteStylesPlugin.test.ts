import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { compile } from '../federation/compile';
import { RemoteStyles } from './remoteStylesPlugin';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'remote-styles-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function build(file: string, css: string): Promise<string> {
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src', file), css);
  writeFileSync(path.join(folder, 'src/index.js'), `import './${file}';`);
  await compile([
    {
      mode: 'development',
      devtool: false,
      context: folder,
      entry: './src/index.js',
      output: { path: path.join(folder, 'dist') },
      module: {
        rules: [{ test: /\.css$/, use: [MiniCssExtractPlugin.loader, require.resolve('css-loader')] }],
      },
      plugins: [new RemoteStyles(), new MiniCssExtractPlugin()],
    },
  ]);
  const [sheet = ''] = readdirSync(path.join(folder, 'dist')).filter((name) => name.endsWith('.css'));
  return readFileSync(path.join(folder, 'dist', sheet), 'utf8');
}

it('puts the sheets of a remote into the layer below the host', async () => {
  expect(await build('page.module.css', '.page { color: red }')).toMatch(
    /^@layer parts\{[^]*color: red[^]*\}$/,
  );
});

it('fails for a rule that would turn every button of the product red', async () => {
  const building = build('page.module.css', '.page { margin: 0 }\nbutton { background: red !important }');
  await expect(building).rejects.toThrow(
    'src/page.module.css:2: "button" would style elements of the whole page. Begin it with a class of this remote',
  );
});

it('fails for a sheet that is no CSS module', async () => {
  await expect(build('page.css', '.page { margin: 0 }')).rejects.toThrow('Name it src/page.module.css.');
});
