/** Each remote's server stopped, hung, or answering wrongly: the failure stays within its part, which recovers in place. */
import type { BrowserContext, Page } from '@playwright/test';
import {
  account,
  bell,
  memoryCards,
  sidebar,
  sidebarLink,
  suggestionCards,
  switcher,
  tile,
  title,
} from '../support/frame';
import { expectSameDocument, markDocument } from '../support/mark';
import { people, signIn } from '../support/people';
import { type Misbehavior, startFakeServer } from '../support/fakeServer';
import { expect, test } from '../support/test';

type Remote = 'memory' | 'ai-ops' | 'org-admin' | 'beta';

interface Part {
  remote: Remote;
  name: string;
  /** Page that shows a part of this remote. */
  path: string;
  /** Content of the working part. */
  content(page: Page): ReturnType<Page['locator']>;
  /** Opens a page of another remote and checks that it works. */
  elsewhere(page: Page): Promise<void>;
}

async function seeSuggestions(page: Page): Promise<void> {
  await sidebarLink(page, 'Consolidation').click();
  await expect(suggestionCards(page).first()).toBeVisible();
}

async function seeMemories(page: Page): Promise<void> {
  await sidebarLink(page, 'Memory Blocks').click();
  await expect(memoryCards(page).first()).toBeVisible();
}

const PARTS: Part[] = [
  {
    remote: 'memory',
    name: 'Memory',
    path: '/dashboard',
    content: (page) => tile(page, 'Total agents'),
    elsewhere: async (page) => {
      await seeSuggestions(page);
      await expect(bell(page)).toBeVisible();
    },
  },
  {
    remote: 'ai-ops',
    name: 'AI Operations',
    path: '/consolidation-suggestions',
    content: (page) => suggestionCards(page).first(),
    elsewhere: async (page) => {
      await seeMemories(page);
      await expect(bell(page)).toBeVisible();
    },
  },
  {
    remote: 'org-admin',
    name: 'Organizations & Notifications',
    path: '/dashboard',
    content: (page) => bell(page),
    elsewhere: async (page) => {
      await seeMemories(page);
      await seeSuggestions(page);
    },
  },
  {
    remote: 'beta',
    name: 'Beta access',
    path: '/beta-access/request',
    content: (page) => page.getByRole('heading', { name: 'You already have access' }),
    elsewhere: async (page) => {
      await seeMemories(page);
      await expect(bell(page)).toBeVisible();
    },
  },
];

const ANSWERS: Record<Exclude<Misbehavior, 'hung'>, (origin: string) => string> = {
  'answers 500': (origin) => `The server at ${origin} answered with status 500.`,
  'answers HTML': (origin) =>
    `The server at ${origin} returned something that isn’t a script (text/html; charset=utf-8).`,
};

/** Longer than any retry delay of a file, and than the delay before a page says that loading takes long. */
const PAUSE_MS = 10_000;

/** Skips the retry delays of files on all pages until the condition holds. */
const passPauses = (context: BrowserContext, holds: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      await context.clock.fastForward(PAUSE_MS);
      return holds();
    })
    .toBe(true);

test.beforeEach(({ context }) => context.clock.install());

/** The panel in place of a part, with the reason under Details, and the button that retries. */
function findPanel(page: Page, { remote }: Part, why: string) {
  if (remote === 'org-admin') {
    // Clicking the notifications link is itself a retry.
    const panel = page.getByRole('link', { name: 'Notifications', exact: true });
    return { panel, retry: panel };
  }
  const panel = page.getByRole('alert').filter({ hasText: "This page didn't load" });
  return { panel: panel.filter({ hasText: why }), retry: panel.getByRole('button', { name: 'Retry' }) };
}

async function expectFrame(page: Page): Promise<void> {
  await expect(sidebar(page)).toBeVisible();
  await expect(account(page)).toBeVisible();
  await expect(switcher(page)).toBeVisible();
}

for (const part of PARTS) {
  const { remote, name, path, content, elsewhere } = part;
  test(`keeps the rest working when ${name} stops, and recovers by Retry without a reload`, async ({
    page,
    context,
    stack,
    expectConsole,
  }) => {
    const { panel, retry } = findPanel(page, part, `The server at ${stack.urls[remote]} cannot be reached.`);
    expectConsole(new RegExp(`:${stack.ports[remote]}/`), /console warning: .*dashboard failure/);
    let isGivenUp = false;
    page.on('console', (message) => (isGivenUp ||= message.text().includes('dashboard failure')));
    await stack.stopPart(remote);
    try {
      await signIn(page, people.owner, path);
      await markDocument(page);

      // The frame and the other parts work before this one is known to be missing.
      await expectFrame(page);
      await elsewhere(page);
      await page.goBack();
      if (remote === 'org-admin') await page.goBack();
      await expect(page).toHaveURL(path);

      await passPauses(context, () => isGivenUp);
      await expect(panel).toBeVisible();
      await expect(content(page)).toHaveCount(0);
      await expect(title(page)).not.toHaveText('');
      await expect(sidebarLink(page, 'Dashboard')).toBeVisible();

      await stack.startPart(remote);
      await retry.click();
      await expect(content(page)).toBeVisible();
      await expect(panel).toHaveCount(0);
      await expectSameDocument(page);
    } finally {
      await stack.startPart(remote);
    }
  });
}

test('says that a page of a hanging remote takes long, keeps the rest working, and recovers on its own', async ({
  page,
  stack,
  expectConsole,
}) => {
  const [part] = PARTS as [Part];
  const { remote, path, content, elsewhere } = part;
  // The server closes the connections that it left open.
  expectConsole(new RegExp(`:${stack.ports[remote]}/`));
  await stack.stopPart(remote);
  const culprit = await startFakeServer(stack.ports[remote], 'hung');
  try {
    await signIn(page, people.owner, path);
    await markDocument(page);
    await expectFrame(page);
    await elsewhere(page);
    await sidebarLink(page, 'Dashboard').click();
    await page.clock.fastForward(PAUSE_MS);
    await expect(page.getByText('This page is taking longer than usual to load.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await culprit.close();
    await stack.startPart(remote);
    await expect(content(page)).toBeVisible();
    await expectSameDocument(page);
  } finally {
    await culprit.close();
    await stack.startPart(remote);
  }
});

for (const [trouble, reason] of Object.entries(ANSWERS) as [
  keyof typeof ANSWERS,
  (origin: string) => string,
][]) {
  test(`shows in place that every remote ${trouble}, and recovers each by Retry without a reload`, async ({
    page: first,
    context,
    stack,
    expectConsole,
  }) => {
    expectConsole(
      ...PARTS.map(({ remote }) => new RegExp(`:${stack.ports[remote]}/`)),
      /console warning: .*dashboard failure/,
    );
    const culprits = [];
    for (const { remote } of PARTS) {
      await stack.stopPart(remote);
      culprits.push(await startFakeServer(stack.ports[remote], trouble));
    }
    try {
      await signIn(first, people.owner, PARTS[0]!.path);
      // One tab per part except the one in the header, so all give up at the same time.
      const tabs = await Promise.all(
        PARTS.map(async (part) => {
          const page = first.url().endsWith(part.path) ? first : await context.newPage();
          if (page !== first) await page.goto(new URL(part.path, stack.urls.gateway).href);
          return { page, part, ...findPanel(page, part, reason(stack.urls[part.remote])) };
        }),
      );
      for (const { page, part, panel } of tabs) {
        await markDocument(page);
        await expectFrame(page);
        await passPauses(context, () => panel.isVisible());
        await expect(part.content(page)).toHaveCount(0);
        await expect(title(page)).not.toHaveText('');
      }
      for (const culprit of culprits) await culprit.close();
      for (const { remote } of PARTS) await stack.startPart(remote);
      for (const { page, part, panel, retry } of tabs) {
        await retry.click();
        await expect(part.content(page)).toBeVisible();
        await expect(panel).toHaveCount(0);
        await expectSameDocument(page);
      }
    } finally {
      for (const culprit of culprits) await culprit.close();
      for (const { remote } of PARTS) await stack.startPart(remote);
    }
  });
}

test('opens the beta pages without the other remotes', async ({ page, stack, watch }) => {
  const others = ['memory', 'ai-ops', 'org-admin'] as const;
  watch.tolerate(...others.map((name) => new RegExp(`:${stack.ports[name]}/`)), /dashboard failure/);
  for (const name of others) await stack.stopPart(name);
  try {
    await signIn(page, people.betaAdmin, '/beta-access/admin?status=pending');
    await expect(page.getByRole('row', { name: new RegExp(people.pending.email) })).toBeVisible();
    await page.goto('/beta-access/request');
    await expect(page.getByRole('heading', { name: 'You already have access' })).toBeVisible();
  } finally {
    for (const name of others) await stack.startPart(name);
  }
});
