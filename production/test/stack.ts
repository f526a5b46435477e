/** Playwright `test` of this package: one native stack per worker, or the reason why there is none. */
import { test as base } from '@playwright/test';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { findBinaries } from '../native/binaries';
import { type NativeStack, startNative } from '../native/stack';

export { expect } from '@playwright/test';

const binaries = findBinaries();

/** Why no native stack can run here; undefined where one can. */
export const missing = 'missing' in binaries ? binaries.missing : undefined;

/** The first demo user who owns an organization. */
export const OWNER =
  DEMO_PEOPLE.find(({ memberships }) => Object.values(memberships).includes('owner'))?.email ?? '';

export const test = base.extend<object, { stack: NativeStack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      if ('missing' in binaries) throw new Error(binaries.missing);
      const stack = await startNative({ binaries });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
