/** The pages in front of a service that speaks the public service's wire instead of ours. */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANY_PORTS, startStack, type Stack } from '../../tooling/local-stack/stack';
import { sharedStack } from './sharedStack';
import { test } from './test';

const serviceScript = fileURLToPath(new URL('./publicService.mjs', import.meta.url));

/** One stack for the tests of a worker; nobody else uses it, and it forgets everything when it stops. */
export const publicTest = test.extend<{ stack: Stack }, { publicStack: Stack }>({
  publicStack: [
    // eslint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(path.join(sharedStack().runFolder, 'public-'));
      const stack = await startStack({ ports: ANY_PORTS, dataDir, serviceScript, quiet: true });
      await use(stack);
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stack: ({ publicStack }, use) => use(publicStack),
});
