/** The `test` of this package: pages that are watched, on the shared stack or on one of the test's own. */
import { test as base } from '@playwright/test';
import { guideWasSeen } from './guide';
import { type OwnStack, startOwnStack } from './ownStack';
import { type Address, sharedStack } from './sharedStack';
import { ASKED_WITHOUT_SESSION, NO_SERVICE, NOT_SIGNED_IN, Watch } from './watch';

export { expect } from '@playwright/test';
export { ASKED_WITHOUT_SESSION, NO_SERVICE, NOT_SIGNED_IN };

interface TestFixtures {
  /** Announces complaints of the browser that this test provokes; each must really come. */
  expectConsole(...patterns: RegExp[]): void;
  watch: Watch;
  /** True in tests about a person's first visit: the guide opens by itself. */
  firstVisit: boolean;
  /** Addresses of the stack that `page` talks to. */
  stack: Address;
}

/** Journeys: the shared stack, which nobody stops. */
export const test = base.extend<TestFixtures>({
  // eslint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
  stack: ({}, use) => use(sharedStack()),
  baseURL: ({ stack }, use) => use(stack.urls.gateway),
  firstVisit: [false, { option: true }],
  watch: [
    async ({ context, firstVisit }, use) => {
      const watch = new Watch();
      await watch.attach(context);
      if (!firstVisit) await guideWasSeen(context);
      await use(watch);
      const verdict = watch.verdict();
      if (verdict.length > 0) throw new Error(`The browser complained:\n${verdict.join('\n')}`);
    },
    { auto: true },
  ],
  expectConsole: ({ watch }, use) => use((...patterns) => watch.expect(...patterns)),
});

/**
 * Resilience: a stack of one's own, shared by the tests of one worker only. A test leaves it as it found it;
 * after a failed test the worker, and with it the stack, is replaced.
 */
export const ownTest = test.extend<{ stack: OwnStack }, { ownStack: OwnStack }>({
  ownStack: [
    // eslint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      const stack = await startOwnStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stack: ({ ownStack }, use) => use(ownStack),
});
