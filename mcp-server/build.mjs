/**
 * Builds the command into dist/ (or the folder given as argument): one file with everything in it, so that it runs wherever Node does,
 * and the package that the service offers for download, with the hash by which it can be checked.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packageFolder = path.dirname(fileURLToPath(import.meta.url));
const dist = path.resolve(packageFolder, process.argv[2] ?? 'dist');
const { version, description, bin } = JSON.parse(
  await readFile(path.join(packageFolder, 'package.json'), 'utf8'),
);
const [[name, file]] = Object.entries(bin);
const command = path.join(dist, path.basename(file));

await build({
  absWorkingDir: packageFolder,
  entryPoints: ['src/main.ts'],
  outfile: command,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Libraries whose CommonJS files do not let themselves be bundled have modules beside them.
  mainFields: ['module', 'main'],
  define: { 'process.env["HINDSIGHT_MCP_VERSION"]': JSON.stringify(version) },
  // Some libraries inside still call require().
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await chmod(command, 0o755);

const content = path.join(dist, 'package');
await rm(content, { recursive: true, force: true });
await mkdir(content, { recursive: true });
await cp(command, path.join(content, path.basename(command)));
await cp(path.join(packageFolder, 'README.md'), path.join(content, 'README.md'));
await writeFile(
  path.join(content, 'package.json'),
  JSON.stringify(
    { name, version, description, type: 'module', bin: { [name]: path.basename(command) } },
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
