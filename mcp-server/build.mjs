/**
 * Builds the command into dist/ (or the folder given as argument): a single self-contained file that runs wherever Node does, and the
 * package that the service offers for download, with its checksum.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import license from 'esbuild-plugin-license';

const packageFolder = path.dirname(fileURLToPath(import.meta.url));
const dist = path.resolve(packageFolder, process.argv[2] ?? 'dist');
const { version, description, bin } = JSON.parse(
  await readFile(path.join(packageFolder, 'package.json'), 'utf8'),
);
const [[name, file]] = Object.entries(bin);
const command = path.join(dist, path.basename(file));
const client = path.join(dist, 'client.mjs');

const SETTINGS = {
  absWorkingDir: packageFolder,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Some libraries cannot be bundled from their CommonJS files; prefer their ES modules.
  mainFields: ['module', 'main'],
  define: { 'process.env["HINDSIGHT_MCP_VERSION"]': JSON.stringify(version) },
  // Some bundled libraries still call require().
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
};
const { banner } = SETTINGS;
const toLicenses = (dependencies) =>
  dependencies
    .map(({ packageJson, licenseText }) =>
      [
        `${packageJson.name} ${packageJson.version} (${packageJson.license ?? 'see below'})`,
        licenseText,
      ].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`);
/** Licenses of everything bundled into the command; the other files contain parts of it. */
const licenses = path.join(dist, 'THIRD-PARTY-LICENSES.txt');
await build({
  ...SETTINGS,
  entryPoints: ['src/main.ts'],
  outfile: command,
  plugins: [license({ thirdParty: { output: { file: licenses, template: toLicenses } } })],
  banner: { js: `#!/usr/bin/env node\n${banner.js}` },
});
await chmod(command, 0o755);
await build({ ...SETTINGS, entryPoints: ['src/client.ts'], outfile: client });
const hook = path.join(dist, 'hindsight-hook.mjs');
await build({ ...SETTINGS, entryPoints: ['src/hookMain.ts'], outfile: hook });
const typesWriter = path.join(dist, 'writeClientTypes.mjs');
await build({ ...SETTINGS, entryPoints: ['src/scripts/writeClientTypes.ts'], outfile: typesWriter });
const clientTypes = execFileSync(process.execPath, [typesWriter], { maxBuffer: 64 * 1024 * 1024 });
await rm(typesWriter);

const content = path.join(dist, 'package');
await rm(content, { recursive: true, force: true });
await mkdir(content, { recursive: true });
await cp(command, path.join(content, path.basename(command)));
for (const built of [client, hook, licenses]) await cp(built, path.join(content, path.basename(built)));
await writeFile(path.join(content, 'client.d.mts'), clientTypes);
/** The same program under the name that scripts use. */
const scripts = path.join(content, 'hindsight.mjs');
await writeFile(
  scripts,
  `#!/usr/bin/env node\nprocess.env.HINDSIGHT_COMMAND = 'hindsight';\nawait import('./${path.basename(command)}');\n`,
);
await chmod(scripts, 0o755);
await cp(path.join(packageFolder, 'README.md'), path.join(content, 'README.md'));
await writeFile(
  path.join(content, 'package.json'),
  JSON.stringify(
    {
      name,
      version,
      description,
      type: 'module',
      bin: { [name]: path.basename(command), hindsight: 'hindsight.mjs' },
      exports: { '.': { types: './client.d.mts', default: './client.mjs' } },
    },
    null,
    2,
  ),
);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
execFileSync(npm, ['pack', content, '--pack-destination', dist, '--silent'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
const tarball = `${name}-${version}.tgz`;
const hash = createHash('sha512').update(await readFile(path.join(dist, tarball)));
await writeFile(
  path.join(dist, 'download.json'),
  JSON.stringify({ name, version, file: tarball, integrity: `sha512-${hash.digest('base64')}` }),
);
