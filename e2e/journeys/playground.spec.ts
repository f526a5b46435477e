/** The playground: what an agent sees, two settings side by side, and pinned questions that guard against a loss. */
import type { Page } from '@playwright/test';
import { sidebarLink } from '../support/frame';
import { makeBlock } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const hits = (page: Page) => page.getByRole('list', { name: 'Hits', exact: true }).getByRole('listitem');
const question = (page: Page) => page.getByRole('searchbox', { name: 'Question' });

test('a question is asked and pinned; a bulk archive names it first, and afterwards its run fails', async ({
  page,
  stack,
}) => {
  const word = `quokka${process.pid}${Date.now()}`;
  await makeBlock(stack, `Restart the ${word} proxy after each rollout`);
  await makeBlock(stack, `The logs of the ${word} gateway are in the bucket. The proxy has none`);
  await signIn(page, people.editor);
  await sidebarLink(page, 'Playground').click();
  await question(page).fill(`when to restart the ${word} proxy`);
  await expect(hits(page).first()).toContainText(`Restart the ${word} proxy`);
  await page.getByText('The text as the agent reads it').click();
  await expect(page.getByText(/best first:[^]*Restart the/)).toBeVisible();

  await page.getByRole('button', { name: 'Compare two settings' }).click();
  await page.getByRole('combobox', { name: 'Limit, B' }).selectOption('First 1');
  await expect(page.getByRole('list', { name: 'Hits of A' })).toContainText('Only in A');
  const second = page.getByRole('region', { name: 'Result B' });
  await expect(second.getByRole('list', { name: 'Just missed' })).toContainText(`${word} gateway`);
  await page.getByRole('button', { name: 'Stop comparing' }).click();

  await page.getByRole('button', { name: 'Pin this question' }).first().click();
  const pin = page.getByRole('dialog', { name: 'Pin this question' });
  await expect(pin.getByRole('checkbox', { name: `Restart the ${word} proxy` })).toBeChecked();
  await pin.getByRole('button', { name: 'Pin question' }).click();
  await expect(pin).toBeHidden();
  const pinned = page.getByRole('region', { name: 'Pinned questions' });
  await expect(pinned).toContainText(word);
  await pinned.getByRole('button', { name: 'Run all' }).click();
  await expect(pinned).toContainText('found at place 1');

  await page.goto(`/memory-blocks?search=${word}&mode=text`);
  await page.getByRole('checkbox', { name: `Select Restart the ${word} proxy` }).check();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  const warning = page.getByRole('dialog', { name: 'Archive memory blocks' });
  await expect(warning).toContainText(`“when to restart the ${word} proxy”`);
  await warning.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('1 memory block archived', { exact: true })).toBeVisible();

  await sidebarLink(page, 'Playground').click();
  await pinned.getByRole('button', { name: 'Run all' }).click();
  await expect(pinned).toContainText('Failed');
  await expect(pinned).toContainText(': archived');
  await pinned.getByRole('button', { name: `Unpin “when to restart the ${word} proxy”` }).click();
  await expect(page.getByText('Question unpinned', { exact: true })).toBeVisible();
});
