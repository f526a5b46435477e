/** prepare.mjs is a native ES module, so the test calls it in a separate process. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '../local-stack/paths';

function versionErrorFor(version: string): string | null {
  const module = pathToFileURL(path.join(repoRoot, 'tooling/bootstrap/prepare.mjs')).href;
  const program = `import { nodeVersionError } from ${JSON.stringify(module)}; console.log(JSON.stringify(nodeVersionError('${version}')));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as string | null;
}

describe('nodeVersionError', () => {
  test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('accepts Node %s', (version) => {
    expect(versionErrorFor(version)).toBeNull();
  });

  test.each(['18.20.0', '20.18.9'])('names the required version on Node %s', (version) => {
    expect(versionErrorFor(version)).toBe(
      `Node 20.19 or later is needed; this is Node ${version}. Install a newer one from https://nodejs.org and try again.`,
    );
  });
});
