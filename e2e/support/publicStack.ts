/** The pages in front of a service that speaks the public service's wire instead of ours. */
import { fileURLToPath } from 'node:url';
import { type OwnStack, startOwnStack } from './ownStack';
import { test } from './test';

const serviceScript = fileURLToPath(new URL('./publicService.mjs', import.meta.url));

/** One stack for the tests of a worker; it forgets everything when it stops. */
export const publicTest = test.extend<object, { stack: OwnStack }>({
  stack: [
    // eslint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      const stack = await startOwnStack({}, { serviceScript });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
