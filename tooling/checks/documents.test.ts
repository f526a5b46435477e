import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';

/** Checks that each record has a status, and that documents name only existing files. */
describe('records', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repoRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(path.join(repoRoot, file)));
  const known = new Set(tracked.flatMap((file) => [file, ...listParents(file)]));
  const topLevel = new Set(tracked.map((file) => file.split('/')[0]));
  const documents = tracked.filter((file) => file.endsWith('.md') && !/CHANGELOG|^\.changeset\//.test(file));
  const records = documents.filter((file) => /^docs\/adr\/\d{4}-/.test(file));

  /** Files written by builds, releases, installations or other programs. */
  const GENERATED =
    /^((release|registry|keys|mf-manifest|integrity|licences|statistics|config|(cline_)?mcp(_settings)?|claude_desktop_config)\.json|boot\.js|forge\.yaml|CHANGELOG\.md|NNNN-title\.md)$/;
  const SOURCE = /\.(tsx?|mjs|cjs|js|css|json|sql|md|yaml|template)$/;

  function listParents(file: string): string[] {
    const parts = file.split('/');
    return parts.map((_, index) => parts.slice(0, index).join('/')).filter(Boolean);
  }

  /** Files and folders in the code spans of a text: repository paths, and names with a source file extension. */
  function namedIn(text: string): string[] {
    const prose = text.replace(/^```[\s\S]*?^```/gm, '');
    return [...prose.matchAll(/`([\w@.][\w@./-]*)`/g)]
      .map(([, name = '']) => name.replace(/^\.\//, '').replace(/\/$/, ''))
      .filter((name) => !name.startsWith('.') && !/(^|\/)(dist|var)(\/|$)/.test(name))
      .filter((name) => SOURCE.test(name) || (name.includes('/') && topLevel.has(name.split('/')[0])))
      .filter((name) => !GENERATED.test(path.posix.basename(name)));
  }

  /**
   * A name may be a path from the root, from the document, or from a package's sources (an entry point), or the end of a path
   * (`domain/permissions`).
   */
  function exists(name: string, document: string): boolean {
    const beside = path.posix.normalize(path.posix.join(path.posix.dirname(document), name));
    const entryPoint = name.replace('/', '/src/');
    if ([name, beside, entryPoint].some((one) => known.has(one))) return true;
    return tracked.some(
      (file) => file.endsWith(`/${name}`) || file.replace(/(\/index)?\.tsx?$/, '').endsWith(name),
    );
  }

  const linksIn = (text: string) =>
    [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target));

  it.each(documents)('%s names only files that exist', (document) => {
    const text = readFileSync(path.join(repoRoot, document), 'utf8');
    const missing = [
      ...namedIn(text).filter((name) => !exists(name, document)),
      ...linksIn(text).filter((target) => !existsSync(path.join(repoRoot, path.dirname(document), target))),
    ];
    expect(missing).toEqual([]);
  });

  it('gives each record a status and a unique number', () => {
    const numbers = records.map((file) => path.basename(file).slice(0, 4));
    const wrong = records.filter((file) => {
      const [title = '', , status = ''] = readFileSync(path.join(repoRoot, file), 'utf8').split('\n');
      const successor = /^Status: superseded by (\d{4})$/.exec(status)?.[1];
      const valid = status === 'Status: accepted' || (successor !== undefined && numbers.includes(successor));
      return !valid || !title.startsWith(`# ${path.basename(file).slice(0, 4)}`);
    });
    expect(wrong).toEqual([]);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('lists each record in the index', () => {
    const index = readFileSync(path.join(repoRoot, 'docs/adr/README.md'), 'utf8');
    expect(
      linksIn(index)
        .filter((target) => /^\d{4}-/.test(target))
        .sort(),
    ).toEqual(records.map((file) => path.basename(file)).sort());
  });

  it('finds every record that code refers to', () => {
    const sources = tracked.filter((file) => /\.(tsx?|mjs|cjs|js|css|yaml|template)$/.test(file));
    const missing = sources.flatMap((file) =>
      [...readFileSync(path.join(repoRoot, file), 'utf8').matchAll(/docs\/adr\/[\w.-]+\.md/g)]
        .map(([name]) => name)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Writes one forbidden import per rule into a temporary tree and expects exactly that rule to fire. */
describe('boundaries', () => {
  /** Files of the temporary tree: path and its only line. */
  const GOOD: [string, string][] = [
    ['shared-contracts/src/api/index.ts', "import { z } from 'zod'; export const api = z;"],
    ['shared-contracts/src/shell/index.ts', "import 'react'; export const shell = 1;"],
    ['shared-ui/src/core.ts', "import 'antd'; export const Button = 1;"],
    [
      'host/src/app/main.ts',
      "import 'react-router-dom'; import '../federation/loader'; import '@hindsight/shared-ui/core';",
    ],
    ['host/src/federation/loader.ts', "import '@module-federation/enhanced'; export const load = 1;"],
    [
      'remote-memory/src/remote/entry.ts',
      "import { api } from '@hindsight/shared-contracts/api'; export const routes = api;",
    ],
    ['remote-memory/src/standalone/main.ts', "import '../remote/entry';"],
    ['remote-memory/src/model/rule.ts', 'export const rule = 1;'],
    ['remote-beta/src/remote/entry.ts', 'export const routes = 1;'],
    ['mcp-server/src/index.ts', "import '@hindsight/shared-contracts/api'; export const server = 1;"],
    ['import-formats/src/index.ts', "import '@hindsight/shared-contracts/api'; export const readImport = 1;"],
    ['remote-memory/src/features/transfer/read.ts', "import '../../../../import-formats/src/index';"],
    ['memory-service/src/schema/tables.ts', "import 'pg'; export const tables = 1;"],
    ['memory-service/src/platform/database/rows.ts', "import '../../schema/tables'; export const rows = 1;"],
    ['memory-service/src/platform/auth/rules/permissions.ts', 'export const may = true;'],
    ['memory-service/src/features/agents/index.ts', "export { agents } from './queries/agents';"],
    [
      'memory-service/src/features/agents/queries/agents.ts',
      "import '../../../platform/database/rows'; export const agents = 1;",
    ],
    ['memory-service/src/features/memory/index.ts', "import '../agents'; export const memory = 1;"],
    ['memory-service/src/app/app.ts', "import '../features/memory'; export const app = 1;"],
    ['tooling/build/cli.ts', "import '@hindsight/shared-contracts/api';"],
    ['tooling/local-stack/stack.ts', 'export const startStack = 1;'],
    ['tooling/local-stack/other.ts', 'export const other = 1;'],
    ['e2e/support/setup.ts', "import '../../tooling/local-stack/stack';"],
    ['gateway/src/page.ts', 'export const page = 1;'],
    ['production/native/main.ts', "import '../../gateway/src/page';"],
    ['bench/pages/main.ts', "import '../../tooling/local-stack/stack';"],
  ];

  const PLANTED: [rule: string, file: string, line: string][] = [
    ['contracts-import-nobody', 'shared-contracts/src/api/bad.ts', "import '../../../shared-ui/src/core';"],
    ['contracts-react-in-shell-only', 'shared-contracts/src/api/bad.ts', "import 'react';"],
    [
      'import-formats-import-contracts-only',
      'import-formats/src/bad.ts',
      "import '../../shared-ui/src/core';",
    ],
    [
      'import-formats-only-in-the-import',
      'remote-memory/src/features/bad.ts',
      "import '../../../import-formats/src/index';",
    ],
    ['ui-imports-contracts-only', 'shared-ui/src/bad.ts', "import '../../host/src/federation/loader';"],
    [
      'mcp-server-is-a-client',
      'mcp-server/src/bad.ts',
      "import '../../memory-service/src/platform/database/rows';",
    ],
    [
      'host-never-remote-source',
      'host/src/shell/bad.ts',
      "import '../../../remote-memory/src/remote/entry';",
    ],
    [
      'host-never-remote-source',
      'host/src/shell/bad.ts',
      "import type { routes } from '../../../remote-memory/src/remote/entry'; export type R = typeof routes;",
    ],
    [
      'remote-isolation',
      'remote-memory/src/features/bad.ts',
      "import '../../../host/src/federation/loader';",
    ],
    [
      'remote-isolation',
      'remote-memory/src/features/bad.ts',
      "import '../../../remote-beta/src/remote/entry';",
    ],
    [
      'remote-isolation',
      'remote-memory/src/features/bad.ts',
      "import type { load } from '../../../host/src/federation/loader'; export type L = typeof load;",
    ],
    [
      'remote-isolation',
      'remote-memory/src/features/bad.ts',
      "import '@hindsight/host/src/federation/loader';",
    ],
    ['service-is-headless', 'memory-service/src/platform/bad.ts', "import '../../../shared-ui/src/core';"],
    [
      'service-platform-knows-no-feature',
      'memory-service/src/platform/bad.ts',
      "import '../features/memory';",
    ],
    [
      'service-schema-below-platform',
      'memory-service/src/schema/bad.ts',
      "import '../platform/database/rows';",
    ],
    [
      'service-features-by-their-public-file',
      'memory-service/src/features/memory/bad.ts',
      "import '../agents/queries/agents';",
    ],
    [
      'service-app-is-the-composition-root',
      'memory-service/src/features/memory/bad.ts',
      "import '../../app/app';",
    ],
    ['tooling-is-build-time', 'tooling/build/bad.ts', "import '../../host/src/federation/loader';"],
    ['e2e-is-black-box', 'e2e/journeys/bad.ts', "import '../../host/src/federation/loader';"],
    ['e2e-is-black-box', 'e2e/journeys/bad.ts', "import '../../tooling/local-stack/other';"],
    ['gateway-is-the-edge', 'gateway/src/bad.ts', "import '../../tooling/local-stack/other';"],
    [
      'production-shares-the-gateway',
      'production/native/bad.ts',
      "import '../../tooling/local-stack/other';",
    ],
    [
      'production-shares-the-gateway',
      'production/native/bad.ts',
      "import '../../host/src/federation/loader';",
    ],
    ['bench-measures-programs', 'bench/pages/bad.ts', "import '../../host/src/federation/loader';"],
    ['tooling-is-not-shipped', 'host/src/shell/bad.ts', "import '../../../tooling/local-stack/other';"],
    ['pure-model', 'remote-memory/src/model/bad.ts', "import 'react';"],
    ['pure-model', 'memory-service/src/features/memory/rules/bad.ts', "import 'pg';"],
    ['pure-model-no-node-io', 'memory-service/src/features/memory/rules/bad.ts', "import 'node:fs';"],
    [
      'pure-model-imports-no-io',
      'memory-service/src/features/memory/rules/bad.ts',
      "import '../../../platform/database/rows';",
    ],
    ['pure-model-imports-no-io', 'remote-memory/src/model/bad.ts', "import '../remote/entry';"],
    ['nobody-imports-the-composition-root', 'host/src/shell/bad.ts', "import '../app/main';"],
    ['nobody-imports-standalone', 'remote-memory/src/features/bad.ts', "import '../standalone/main';"],
    ['antd-only-in-shared-ui', 'remote-memory/src/features/bad.ts', "import 'antd';"],
    [
      'antd-only-in-shared-ui',
      'host/src/shell/bad.ts',
      "import type { Icon } from '@ant-design/icons'; export type I = Icon;",
    ],
    ['core-without-antd', 'shared-ui/src/core/bad.ts', "import '../core';"],
    ['federation-runtime-in-one-place', 'host/src/shell/bad.ts', "import '@module-federation/enhanced';"],
    ['router-and-query-through-contracts', 'remote-memory/src/features/bad.ts', "import 'react-router-dom';"],
    ['router-and-query-through-contracts', 'host/src/shell/bad.ts', "import '@tanstack/react-query';"],
    ['rxjs-in-contracts-only', 'host/src/workspace/bad.ts', "import 'rxjs';"],
    ['no-unknown-module', 'host/src/shell/bad.ts', "import './nowhere';"],
    ['no-cycles', 'remote-beta/src/features/bad.ts', "import './worse';"],
  ];

  const PACKAGES = [
    'zod',
    'react',
    'antd',
    '@ant-design/icons',
    'react-router-dom',
    '@tanstack/react-query',
    'rxjs',
    'pg',
    '@module-federation/enhanced',
  ];
  let root: string;

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }

  interface Violation {
    rule: { name: string };
    from: string;
  }

  function cruise(): Violation[] {
    const cruiser = path.join(repoRoot, 'node_modules/.bin/depcruise');
    const config = path.join(repoRoot, 'tooling/checks/boundaries.cjs');
    const folders = [...new Set(GOOD.map(([file]) => file.split('/')[0]!))];
    const { stdout, stderr } = spawnSync(cruiser, ['--config', config, '--output-type', 'json', ...folders], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (!stdout) throw new Error(stderr);
    return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
  }

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'imports-'));
    write('tsconfig.json', '{"compilerOptions":{"module":"ESNext","moduleResolution":"Bundler"}}');
    for (const [file, line] of GOOD) write(file, line);
    for (const name of PACKAGES) {
      write(
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
      );
      write(`node_modules/${name}/index.js`, 'module.exports = {};');
    }
    for (const [pkg, exports] of [
      ['shared-contracts', { './api': './src/api/index.ts' }],
      ['shared-ui', { './core': './src/core.ts' }],
    ] as const) {
      write(`${pkg}/package.json`, JSON.stringify({ name: `@hindsight/${pkg}`, version: '1.0.0', exports }));
      mkdirSync(path.join(root, 'node_modules/@hindsight'), { recursive: true });
      symlinkSync(path.join(root, pkg), path.join(root, 'node_modules/@hindsight', pkg));
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  describe('import boundaries', () => {
    it('allow permitted imports', () => {
      expect(cruise()).toEqual([]);
    });

    it('each report their forbidden import', () => {
      // One run over separate files for all rules, instead of thirty runs.
      const expected = PLANTED.map(([rule, file, line], index) => {
        const planted = file.replace('bad.ts', `bad${index}.ts`);
        write(planted, line);
        return { rule, file: planted };
      });
      const cycle = expected.find(({ rule }) => rule === 'no-cycles')!.file;
      write(path.join(path.dirname(cycle), 'worse.ts'), `import './${path.basename(cycle, '.ts')}';`);
      const fired = cruise().map(({ rule, from }) => `${rule.name} ${from}`);
      expect(expected.filter(({ rule, file }) => !fired.includes(`${rule} ${file}`))).toEqual([]);
    });

    it('have an example each', () => {
      const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>('./boundaries.cjs');
      expect([...new Set(PLANTED.map(([rule]) => rule))].sort()).toEqual(
        forbidden.map(({ name }) => name).sort(),
      );
    });
  });
});
