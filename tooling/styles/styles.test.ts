import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { compile } from '../federation/compile';
import { moduleProblem, styleProblems } from './remoteStyles';
import { RemoteStyles } from './remoteStylesPlugin';

describe('remoteStyles', () => {
  const problems = (css: string) => styleProblems(css, 'page.module.css');

  it.each([
    '.page { color: red !important }',
    '.page button, .page > :is(h2, h3) { color: red }',
    '.row:hover .cell:not(:first-child)::before { color: red }',
    ':is(.a, .b) { color: red !important }',
    ':global(.ant-table) .cell { color: red }',
    '.page { & button { color: red } h2 { color: blue } @media print { & { color: red } } }',
    '@media (width < 640px) { .page { color: red } }',
    '@keyframes pulse { from { opacity: 0 } 50% { opacity: 1 } }',
    '@font-face { font-family: Mono; src: url(mono.woff2) }',
    '.page .label + p, .row ~ .row { color: red }',
    '.page { :root & { color: red !important } > p { margin: 0 } }',
    '@layer rows { .page { color: red } }',
  ])('accepts %s', (css) => expect(problems(css)).toEqual([]));

  it.each([
    ['button { color: red }', 'button'],
    ['* { margin: 0 }', '*'],
    [':root { --hs-1: 0 }', ':root'],
    ['.page, h1 { color: red }', 'h1'],
    ['#page-title { color: red }', '#page-title'],
    [':global(.frame) { color: red }', ':global(.frame)'],
    ['body:has(.page) header { color: red }', 'body:has(.page) header'],
    ['button:not(.mine) { color: red }', 'button:not(.mine)'],
    [':is(.a, button) { color: red }', ':is(.a, button)'],
    ['@media print { aside { display: none } }', 'aside'],
    ['& { color: red !important }', '&'],
    ['& button { color: red }', '& button'],
    [':global .ant-btn { color: red }', ':global .ant-btn'],
    ['.page ~ * { color: red }', '.page ~ *'],
    ['.page + button { display: none }', '.page + button'],
    ['.page { & + button { display: none } }', '& + button'],
    ['.page { ~ header { display: none } }', '~ header'],
  ])('refuses %s', (css, selector) =>
    expect(problems(css)).toEqual([
      `page.module.css:1: "${selector}" would style elements of the whole page. Start it with a class of this remote, e.g. ".page ${selector}".`,
    ]),
  );

  it.each([
    '@import "https://styles.example.org/all.css";',
    '@property --hs-1 { syntax: "*"; inherits: true }',
    '@page { margin: 0 }',
  ])('refuses at-rules for the whole page: %s', (css) =>
    expect(problems(css)[0]).toMatch(/^page\.module\.css:1: "@\w+ .*" affects the whole page\. Remove it\.$/),
  );

  it.each(['.page button { color: red !important }', '.page { & button { color: red !important } }'])(
    'refuses !important on bare elements: %s',
    (css) => expect(problems(css)[0]).toMatch(/uses !important on elements without a class of this remote/),
  );

  it('requires CSS modules, except in packages', () => {
    expect(moduleProblem('src/page.module.css')).toBeNull();
    expect(moduleProblem('node_modules/x/../node_modules/leaflet/leaflet.css')).toBeNull();
    expect(moduleProblem('src/page.css')).toBe(
      'src/page.css: a remote may use only CSS modules, so that its classes stay its own. Rename it to src/page.module.css.',
    );
  });
});

describe('remoteStylesPlugin', () => {
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

  it("puts a remote's style sheets in the layer below the host", async () => {
    expect(await build('page.module.css', '.page { color: red }')).toMatch(
      /^@layer parts\{[^]*color: red[^]*\}$/,
    );
  });

  it('rejects a rule that would turn every button of the product red', async () => {
    const building = build('page.module.css', '.page { margin: 0 }\nbutton { background: red !important }');
    await expect(building).rejects.toThrow(
      'src/page.module.css:2: "button" would style elements of the whole page. Start it with a class of this remote',
    );
  });

  it('rejects a style sheet that is not a CSS module', async () => {
    await expect(build('page.css', '.page { margin: 0 }')).rejects.toThrow(
      'Rename it to src/page.module.css.',
    );
  });
});
