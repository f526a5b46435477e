/** The playground: an agent's view, two settings side by side, and pinned questions that detect lost answers. */
import type { Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { sidebarLink } from '../support/frame';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

const hits = (page: Page) => page.getByRole('list', { name: 'Hits', exact: true }).getByRole('listitem');
const question = (page: Page) => page.getByRole('searchbox', { name: 'Question' });

test('asks and pins a question that a bulk archive warns about, and that fails afterwards', async ({
  page,
  member,
}) => {
  await member.write('Restart the quokka proxy after each rollout');
  await member.write('The logs of the quokka gateway are in the bucket. The proxy has none');
  await signInAs(page, member.email);
  await sidebarLink(page, 'Playground').click();
  await question(page).fill('when to restart the quokka proxy');
  await expect(hits(page).first()).toContainText('Restart the quokka proxy');
  await page.getByText('Text your agent reads').click();
  await expect(page.getByText(/best first:[^]*Restart the/)).toBeVisible();

  await page.getByRole('button', { name: 'Compare two settings' }).click();
  await page.getByRole('combobox', { name: 'Limit, B' }).selectOption('First 1');
  await expect(page.getByRole('list', { name: 'Results of A' })).toContainText('Only in A');
  const second = page.getByRole('region', { name: 'Result B' });
  await expect(second.getByRole('list', { name: 'Just missed' })).toContainText('quokka gateway');
  await expectBothLooks(page, 'two settings of the playground');
  await page.getByRole('button', { name: 'Stop comparing' }).click();

  await page.getByRole('button', { name: 'Pin this question' }).first().click();
  const pin = page.getByRole('dialog', { name: 'Pin this question' });
  await expect(pin.getByRole('checkbox', { name: 'Restart the quokka proxy' })).toBeChecked();
  await pin.getByRole('button', { name: 'Pin question' }).click();
  await expect(pin).toBeHidden();
  const pinned = page.getByRole('region', { name: 'Pinned questions' });
  await expect(pinned).toContainText('quokka');
  await pinned.getByRole('button', { name: 'Run all' }).click();
  await expect(pinned).toContainText('found at rank 1');

  await page.goto('/memory-blocks?search=quokka&mode=text');
  await page.getByRole('checkbox', { name: 'Select Restart the quokka proxy' }).check();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  const warning = page.getByRole('dialog', { name: 'Archive memory blocks' });
  await expect(warning).toContainText('“when to restart the quokka proxy”');
  await warning.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('1 memory block archived', { exact: true })).toBeVisible();

  await sidebarLink(page, 'Playground').click();
  await pinned.getByRole('button', { name: 'Run all' }).click();
  await expect(pinned).toContainText('Failed');
  await expect(pinned).toContainText(': archived');
  await pinned.getByRole('button', { name: 'Unpin “when to restart the quokka proxy”' }).click();
  await expect(page.getByText('Question unpinned', { exact: true })).toBeVisible();
});
