/**
 * The import boundaries between packages as dependency-cruiser rules; ARCHITECTURE.md has the same table. Type-only imports count, because
 * a type couples the packages, too.
 */
const PACKAGE =
  '(gateway|host|remote-[^/]+|shared-contracts|shared-ui|import-formats|memory-service|mcp-server|tooling|e2e|production|bench)';
/** A package by path, or by a name that does not resolve because it is not a dependency. */
const anyPackage = `^(@hindsight/)?${PACKAGE}(/|$)`;
const only = (...packages) => `^(@hindsight/)?(${packages.join('|')})(/|$)`;
/** A library by its installed path, or by its bare name where the package has not installed it. */
const library = (...names) => names.flatMap((name) => [`node_modules/${name}(/|$)`, `^${name}(/|$)`]);
const PURE = '/model/|^memory-service/src/.*/rules/';
const TESTS = '\\.test\\.tsx?$';
const CONFIG = '\\.config\\.[cm]?[jt]s$';

/** Limits a package's imports to the listed packages. */
const boundary = (name, from, comment, ...allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: CONFIG },
  to: { path: anyPackage, pathNot: only(...allowed) },
});

const IO = [
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  '@tanstack/[^/]+',
  'fastify',
  '@fastify/[^/]+',
  'pg',
  'drizzle-orm',
  '@electric-sql/[^/]+',
  'openai',
  'nodemailer',
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or share a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-module',
      comment: 'The import cannot be resolved: a typo, or a package that is missing from package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    boundary(
      'contracts-import-nobody',
      '^shared-contracts/',
      'The contracts depend on no other package.',
      'shared-contracts',
    ),
    boundary(
      'ui-imports-contracts-only',
      '^shared-ui/',
      'Components know the contracts, never a page or a host.',
      'shared-ui',
      'shared-contracts',
    ),
    boundary(
      'import-formats-import-contracts-only',
      '^import-formats/',
      'Reading a file needs no page, database or network: the dashboard, the command line and the service can use it.',
      'import-formats',
      'shared-contracts',
    ),
    {
      name: 'import-formats-only-in-the-import',
      comment: 'Its parsers load with the import dialog: what a page loads first must not need them.',
      severity: 'error',
      from: {
        path: '^remote-',
        pathNot: `^remote-memory/src/(features/transfer|model/import|model/exportFormats)|${TESTS}`,
      },
      to: { path: only('import-formats') },
    },
    boundary(
      'host-never-remote-source',
      '^host/',
      'The host knows remotes by registry and descriptor; it loads them at run time.',
      'host',
      'tooling/federation/runtime',
      'shared-contracts',
      'shared-ui',
    ),
    {
      name: 'remote-isolation',
      comment:
        'A remote knows itself, the contracts, shared-ui and the reader of imports; never the host, the service or another remote.',
      severity: 'error',
      from: { path: '^(remote-[^/]+)/', pathNot: CONFIG },
      to: { path: anyPackage, pathNot: '^(@hindsight/)?($1|shared-contracts|shared-ui|import-formats)(/|$)' },
    },
    boundary(
      'service-is-headless',
      '^memory-service/',
      'The service shares the contracts with the browser, and serves the MCP server at its own address.',
      'memory-service',
      'mcp-server',
      'import-formats',
      'shared-contracts',
    ),
    {
      name: 'service-platform-knows-no-feature',
      comment:
        'platform/ (database, HTTP, sign-in, jobs, events, mail) and schema/ serve every feature and know none; app/ puts them together.',
      severity: 'error',
      from: { path: '^memory-service/src/(platform|schema)/', pathNot: TESTS },
      to: { path: '^memory-service/src/(features|app|demo|limits)/' },
    },
    {
      name: 'service-schema-below-platform',
      comment: 'Tables refer to each other across features, so they are a separate layer below everything.',
      severity: 'error',
      from: { path: '^memory-service/src/schema/' },
      to: { path: '^memory-service/src/(platform|features|app)/' },
    },
    {
      name: 'service-features-by-their-public-file',
      comment: 'Features use each other only through index.ts.',
      severity: 'error',
      from: { path: '^memory-service/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^memory-service/src/features/',
        pathNot: '^memory-service/src/features/$1/|/features/[^/]+/index\\.ts$',
      },
    },
    {
      name: 'service-app-is-the-composition-root',
      comment: 'app/ puts features together; no feature needs it.',
      severity: 'error',
      from: { path: '^memory-service/src/features/', pathNot: TESTS },
      to: { path: '^memory-service/src/app/' },
    },
    boundary(
      'mcp-server-is-a-client',
      '^mcp-server/',
      'The MCP server talks to the service only through the typed client.',
      'mcp-server',
      'import-formats',
      'shared-contracts',
    ),
    {
      name: 'tooling-is-build-time',
      comment:
        "Tooling reads contracts and runs the other packages as programs. Only stand-alone pages (the page around one remote), the template of a remote, the loader of antd's style sheet and the check of icon names import them.",
      severity: 'error',
      from: {
        path: '^tooling/',
        pathNot: `^tooling/(contracts|create-remote/template|standalone/app)/|^tooling/federation/(antdSheet|descriptorProblems)\\.ts$|${CONFIG}`,
      },
      to: { path: anyPackage, pathNot: only('tooling', 'gateway', 'shared-contracts') },
    },
    {
      name: 'gateway-is-the-edge',
      comment:
        'The gateway knows the contracts, and of the tools what follows the store of releases: registry, signatures, the watch.',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `${TESTS}|/gatewayHarness\\.ts$` },
      to: { path: anyPackage, pathNot: `${only('gateway', 'shared-contracts')}|^tooling/releases/` },
    },
    {
      name: 'e2e-is-black-box',
      comment:
        'Journeys talk to running apps. The three entry points are tooling/local-stack/stack, which starts them, tooling/releases/index, which ships, and tooling/packs/testing, which installs what is packed.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: {
        path: anyPackage,
        pathNot: `${only('e2e', 'shared-contracts')}|^tooling/(local-stack/stack|releases/index|packs/testing)\\.ts$`,
      },
    },
    {
      name: 'production-shares-the-gateway',
      comment:
        'Production runs packages as programs; images get bills of materials as releases do, and the native stack starts programs as the local one does.',
      severity: 'error',
      from: { path: '^production/', pathNot: CONFIG },
      to: {
        path: anyPackage,
        pathNot: `${only('production', 'gateway', 'shared-contracts')}|^tooling/(federation/licenses|local-stack/program)\\.ts`,
      },
    },
    boundary(
      'bench-measures-programs',
      '^bench/',
      'Benches run the built packages through the local stack; of the service they share test data and PostgreSQL servers.',
      'bench',
      'shared-contracts',
      'tooling',
      'memory-service',
    ),
    {
      name: 'tooling-is-not-shipped',
      comment:
        'Nothing that runs in production imports build tools, except for what they bring into the browser.',
      severity: 'error',
      from: { path: anyPackage, pathNot: `^(tooling|gateway|e2e|production|bench)/|${CONFIG}` },
      to: {
        path: only('tooling', 'e2e', 'production', 'bench'),
        pathNot: only('tooling/federation/runtime'),
      },
    },
    {
      name: 'contracts-react-in-shell-only',
      comment:
        'Schemas, events and the client run without React; only the hooks of shell/ (and its test double), router/ and query/ may know it.',
      severity: 'error',
      from: {
        path: '^shared-contracts/src/',
        pathNot: `^shared-contracts/src/(shell|testing|router|query)/|${TESTS}`,
      },
      to: { path: library('react', 'react-dom') },
    },
    {
      name: 'pure-model',
      comment:
        'model/ and the rules/ of the service hold rules: no React, no framework, no database, no network, no files.',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { path: library(...IO) },
    },
    {
      name: 'pure-model-no-node-io',
      comment: 'model/ and rules/ hold rules: what they need from the machine is handed to them.',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { path: '^(node:)?(fs|fs/promises|net|http|https|child_process|worker_threads|dns|tls)$' },
    },
    {
      name: 'pure-model-imports-no-io',
      comment: 'Dependencies point to the rules, never from them to pages, routes or storage.',
      severity: 'error',
      from: { path: '^([^/]+)/.*/model/|^(memory-service)/src/.*/rules/', pathNot: TESTS },
      to: {
        path: '^($1|$2)/.*/(remote|app|routes|queries|jobs|mail|api)/|^memory-service/src/platform/(http|database)/|^remote-[^/]+/.*/features/',
      },
    },
    {
      name: 'nobody-imports-the-composition-root',
      comment: 'app/ puts the host together; what others need of it belongs in a folder below.',
      severity: 'error',
      from: { pathNot: '^host/src/app/' },
      to: { path: '^host/src/app/' },
    },
    {
      name: 'nobody-imports-standalone',
      comment: 'standalone/ is a second program around the remote; the remote must not need it.',
      severity: 'error',
      from: { pathNot: '^remote-[^/]+/src/standalone/' },
      to: { path: '^remote-[^/]+/src/standalone/' },
    },
    {
      name: 'antd-only-in-shared-ui',
      comment: 'Use the components of @hindsight/shared-ui: one instance, one theme, counted bytes.',
      severity: 'error',
      from: { pathNot: '^shared-ui/' },
      to: { path: library('antd', '@ant-design/[^/]+', '@rc-component/[^/]+') },
    },
    {
      name: 'core-without-antd',
      comment:
        'The first paint needs the core alone; antd loads behind the list, form, dialog and table entries.',
      severity: 'error',
      from: { path: '^shared-ui/src/core/' },
      to: { path: library('antd', '@ant-design/[^/]+', '@rc-component/[^/]+'), reachable: true },
    },
    {
      name: 'federation-runtime-in-one-place',
      comment: 'Only host/src/federation and tooling know how remotes are loaded.',
      severity: 'error',
      from: { path: anyPackage, pathNot: '^(host/src/federation|tooling)/' },
      to: { path: library('@module-federation/[^/]+') },
    },
    {
      name: 'router-and-query-through-contracts',
      comment:
        'Pages take navigation and queries from @hindsight/shared-contracts, so that there is one of each.',
      severity: 'error',
      from: { path: anyPackage, pathNot: '^(shared-contracts|tooling|bench)/|^host/src/(app|federation)/' },
      to: { path: library('react-router', 'react-router-dom', '@tanstack/react-query') },
    },
    {
      name: 'rxjs-in-contracts-only',
      comment: 'The bus of the contracts is the one stream that crosses packages; subscribe through it.',
      severity: 'error',
      from: { path: anyPackage, pathNot: '^(shared-contracts|tooling)/' },
      to: { path: library('rxjs') },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|var|jest/suites|\\.federation)/|\\.css$' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
  },
};
