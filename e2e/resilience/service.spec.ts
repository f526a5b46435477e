/** The service stopped, slow, and killed during use: the frame stays, and everything recovers in place. */
import type { Page } from '@playwright/test';
import {
  account,
  bell,
  memoryCards,
  sidebarLink,
  suggestionCards,
  switcher,
  tile,
  title,
} from '../support/frame';
import { expectSameDocument, markDocument } from '../support/mark';
import { people, signIn } from '../support/people';
import { memoryIds } from '../support/rows';
import { serviceFor, writeHeaders } from '../support/service';
import { expect, NO_SERVICE, test, UNUSED_PRELOAD } from '../support/test';

const SUGGESTIONS_FAILED =
  'Failed to load consolidation suggestions. Please check if the backend server is running...';
const ROWS_ARE_OLD = 'Couldn’t refresh these rows. They may be out of date.';
/** On localhost, a page then calls the service directly. */
const fallback = ({ ports }: { ports: { service: number } }) => new RegExp(`localhost:${ports.service}/`);

async function seeFrame(page: Page): Promise<void> {
  await expect(account(page)).toBeVisible();
  await expect(switcher(page)).toBeVisible();
  await expect(sidebarLink(page, 'Dashboard')).toBeVisible();
  await expect(bell(page)).toBeVisible();
}

test('keeps rows when the service stops, shows the failure on new pages, and recovers all in place', async ({
  page,
  stack,
  expectConsole,
}) => {
  expectConsole(NO_SERVICE, fallback(stack));
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(12);
  await expect(bell(page)).toBeVisible();
  const rows = await memoryIds(page);
  await markDocument(page);
  await stack.stopPart('service');
  try {
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: ROWS_ARE_OLD })).toBeVisible();
    expect(await memoryIds(page)).toEqual(rows);

    await sidebarLink(page, 'Consolidation').click();
    await expect(page.getByRole('alert').filter({ hasText: SUGGESTIONS_FAILED })).toBeVisible();
    await seeFrame(page);

    await sidebarLink(page, 'Dashboard').click();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await seeFrame(page);
    const away = page.getByRole('status').getByText(/^Couldn’t reach the service\./);
    await expect(away).toBeVisible();

    await stack.startPart('service');
    // The page polls every few seconds and reloads what failed.
    await expect(tile(page, 'Total agents')).toHaveText(/^\d+$/, { timeout: 30_000 });
    await expect(away).toHaveCount(0);
    await sidebarLink(page, 'Consolidation').click();
    await expect(suggestionCards(page).first()).toBeVisible();
    await sidebarLink(page, 'Memory Blocks').click();
    await expect(page.getByRole('alert').filter({ hasText: ROWS_ARE_OLD })).toHaveCount(0);
    await expect.poll(() => memoryIds(page)).toEqual(rows);
    await expectSameDocument(page);
  } finally {
    await stack.startPart('service');
  }
});

test('shows a service outage in the frame of a new page, and recovers in place', async ({
  page,
  stack,
  watch,
}) => {
  watch.expect(NO_SERVICE);
  // The page retries every few seconds; the person may be faster.
  watch.tolerate(fallback(stack), UNUSED_PRELOAD);
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(12);
  await stack.stopPart('service');
  try {
    await page.reload();
    await markDocument(page);
    const failure = page.getByRole('alert').filter({ hasText: 'Can’t reach the service' });
    await expect(failure).toBeVisible();
    await expect(sidebarLink(page, 'Dashboard')).toBeVisible();
    await expect(title(page)).toHaveText('Memory Blocks');
    await stack.startPart('service');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(memoryCards(page)).toHaveCount(12);
    await seeFrame(page);
    await expectSameDocument(page);
  } finally {
    await stack.startPart('service');
  }
});

test('detects by polling that the service is back', async ({ page, stack, watch }) => {
  watch.expect(NO_SERVICE);
  watch.tolerate(fallback(stack), UNUSED_PRELOAD);
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(12);
  await stack.stopPart('service');
  try {
    await page.reload();
    await markDocument(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the service' })).toBeVisible();
    await stack.startPart('service');
    // Retries after two, four, eight, then every fifteen seconds.
    await expect(memoryCards(page)).toHaveCount(12, { timeout: 30_000 });
    await expectSameDocument(page);
  } finally {
    await stack.startPart('service');
  }
});

test('keeps earlier rows while the service is slow, and shows a skeleton on a new page', async ({
  page,
  stack,
}) => {
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(12);
  await expect(bell(page)).toHaveAccessibleName(/unread/);
  const first = await memoryIds(page);
  await markDocument(page);
  stack.pausePart('service');
  try {
    await page
      .getByRole('navigation', { name: 'Pages of memory blocks' })
      .getByRole('button', { name: 'Page 2', exact: true })
      .click();
    const list = page.getByRole('list', { name: 'Memory blocks' });
    await expect(list).toHaveAttribute('aria-busy', 'true');
    expect(await memoryIds(page)).toEqual(first);

    await sidebarLink(page, 'Consolidation').click();
    await expect(page.getByText('Loading consolidation suggestions')).toBeAttached();
    await seeFrame(page);
    stack.resumePart('service');
    await expect(suggestionCards(page).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/memory-blocks?page=2');
    await expect(list).toHaveAttribute('aria-busy', 'false');
    await expect(memoryCards(page)).toHaveCount(12);
    expect((await memoryIds(page)).some((id) => first.includes(id))).toBe(false);
    await expectSameDocument(page);
  } finally {
    stack.resumePart('service');
  }
});

test('keeps every acknowledged write when the service is killed and restarted', async ({
  page,
  stack,
  newEmail,
  expectConsole,
}) => {
  expectConsole(NO_SERVICE, fallback(stack));
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(12);
  const rows = await memoryIds(page);
  await markDocument(page);

  const acknowledged: string[] = [];
  let killed = false;
  let count = 0;
  const write = async () => {
    while (!killed) {
      const email = newEmail(`writer-${(count += 1)}`);
      const headers = writeHeaders(stack, email);
      const answer = await fetch(`${stack.urls.service}/beta-access/request`, {
        method: 'POST',
        headers,
      }).catch(
        () => null, // The connection broke with the service, so the write was not acknowledged.
      );
      if (answer?.status === 201) acknowledged.push(email);
    }
  };
  const writers = Array.from({ length: 4 }, write);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  try {
    await stack.killPart('service');
    killed = true;
    await Promise.all(writers);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: ROWS_ARE_OLD })).toBeVisible();
  } finally {
    killed = true;
    await stack.startPart('service');
  }
  for (const email of acknowledged) {
    const { status } = await serviceFor(stack, email).get<{ status: string }>('/beta-access/status');
    expect(status, email).toBe('pending');
  }
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: ROWS_ARE_OLD })).toHaveCount(0);
  await expect.poll(() => memoryIds(page)).toEqual(rows);
  await expectSameDocument(page);
});
