/** The tests of this package: pages that are watched, in front of the worker's own stack. */
import { test as base } from '@playwright/test';
import { guideWasSeen } from './guide';
import { admit, type Member } from './members';
import { type Mailbox, openMailbox } from './mailbox';
import { type OwnStack, startOwnStack } from './ownStack';
import { ASKED_WITHOUT_SESSION, NO_SERVICE, NOT_SIGNED_IN, UNUSED_PRELOAD, Watch } from './watch';

export { expect } from '@playwright/test';
export { ASKED_WITHOUT_SESSION, NO_SERVICE, NOT_SIGNED_IN, UNUSED_PRELOAD };

interface TestFixtures {
  /** Announces complaints of the browser that this test provokes; each must really come. */
  expectConsole(...patterns: RegExp[]): void;
  watch: Watch;
  /** An address that nobody else has; `name` tells several of one test apart. */
  newEmail(name?: string): string;
  /** A person with beta access and nothing in their workspace but an agent. */
  member: Member;
}

interface WorkerFixtures {
  /** Gets every mail that the stack sends. */
  mailbox: Mailbox;
  /**
   * The stack that `page` talks to. Only one test at a time uses it. A test leaves its parts running and the demo workspace as it
   * found them; after a failed test the worker, and with it the stack, is replaced.
   */
  stack: OwnStack;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ mailbox }, use) => {
      const stack = await startOwnStack({ SMTP_URL: mailbox.url });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ stack }, use) => use(stack.urls.gateway),
  // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
  newEmail: ({}, use, { testId }) => use((name = 'person') => `${name}-${testId}@example.org`),
  member: async ({ stack, newEmail }, use) => use(await admit(stack, newEmail('member'))),
  watch: [
    async ({ context }, use) => {
      const watch = new Watch();
      await watch.attach(context);
      await guideWasSeen(context);
      await use(watch);
      const verdict = watch.verdict();
      if (verdict.length > 0) throw new Error(`The browser complained:\n${verdict.join('\n')}`);
    },
    { auto: true },
  ],
  expectConsole: ({ watch }, use) => use((...patterns) => watch.expect(...patterns)),
});
