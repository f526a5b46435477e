/** The `test` of this package: watched pages in front of the worker's stack. */
import { test as base } from '@playwright/test';
import { markGuideSeen } from './guide';
import { admit, type Member } from './members';
import { type Mailbox, openMailbox } from './mailbox';
import { type OwnStack, startOwnStack } from './ownStack';
import { ASKED_WITHOUT_SESSION, NO_SERVICE, NOT_SIGNED_IN, UNUSED_PRELOAD, Watch } from './watch';

export { expect } from '@playwright/test';
export { ASKED_WITHOUT_SESSION, NO_SERVICE, NOT_SIGNED_IN, UNUSED_PRELOAD };

interface TestFixtures {
  /** Declares browser errors that this test provokes; each must occur. */
  expectConsole(...patterns: RegExp[]): void;
  watch: Watch;
  /** A unique address; `name` distinguishes several in one test. */
  newEmail(name?: string): string;
  /** A person with beta access and an otherwise empty workspace with one agent. */
  member: Member;
}

interface WorkerFixtures {
  /** Receives every email that the stack sends. */
  mailbox: Mailbox;
  /**
   * The stack behind `page`, used by one test at a time. A test must leave its parts running and the demo workspace unchanged; after a
   * failed test, the worker is replaced together with its stack.
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
      await markGuideSeen(context);
      await use(watch);
      const verdict = watch.verdict();
      if (verdict.length > 0) throw new Error(`The browser complained:\n${verdict.join('\n')}`);
    },
    { auto: true },
  ],
  expectConsole: ({ watch }, use) => use((...patterns) => watch.expect(...patterns)),
});
