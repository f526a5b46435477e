/** Keywords and agents: made, changed, merged and deleted by a person. */
import type { Keyword } from '@hindsight/shared-contracts/api';
import { expectBothLooks } from '../support/axe';
import { signInAs } from '../support/people';
import { PERSONAL } from '../support/service';
import { expect, test } from '../support/test';

test('a keyword is added, changed in its tile and deleted, by keyboard', async ({ page, member }) => {
  await signInAs(page, member.email, '/keywords');
  await page.getByRole('button', { name: 'Add Keyword' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Keyword' });
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: 'Keyword' })).toBeFocused();
  await page.keyboard.type('dns');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Keyword added successfully', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit dns', exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'New text of dns' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' cache');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Keyword updated successfully', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete dns cache' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Delete “dns cache”' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Keyword deleted successfully', { exact: true })).toBeVisible();
  expect(await member.service.get<Keyword[]>(`/keywords/?${PERSONAL}`)).toEqual([]);
});

test('keywords that are one word are merged after a look at what changes, and come back with Undo', async ({
  page,
  member,
}) => {
  for (const keyword_text of ['stale cache', 'stale-cache', 'proxy'])
    await member.service.send('POST', `/keywords/?${PERSONAL}`, { keyword_text });
  await signInAs(page, member.email, '/keywords');
  const tiles = page.getByRole('list', { name: 'Keywords' }).getByRole('listitem');
  await expect(tiles).toHaveCount(3);
  await expect(page.getByText(/^Used in 0/).first()).toBeVisible();
  await expectBothLooks(page, 'keywords');
  await page.getByRole('button', { name: 'Clean up' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Clean up keywords' });
  const group = dialog.getByRole('group', { name: 'Like stale cache' });
  await expect(group.getByText('written differently')).toBeVisible();
  await expectBothLooks(page, 'cleaning keywords');
  await group.getByRole('checkbox').press('Space');
  await expect(dialog.getByText('No memory changes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge 1 keyword' }).press('Enter');
  await expect(page.getByText('Keywords cleaned up', { exact: true })).toBeVisible();
  await expect(tiles).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tiles).toHaveCount(3);
});

test('an agent is created, described and deleted; it has a page of its own', async ({ page, member }) => {
  await signInAs(page, member.email, '/agents');
  await expect(page.getByRole('link', { name: 'Scout' })).toBeVisible();
  await expectBothLooks(page, 'agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  const form = page.getByRole('dialog', { name: 'Create Agent' });
  await form.getByRole('button', { name: 'Create Agent' }).click();
  await expect(form.getByText('Agent name cannot be empty')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Reviewer');
  await form.getByRole('button', { name: 'Create Agent' }).click();
  await expect(page.getByText('Agent created successfully', { exact: true })).toBeVisible();

  await page.getByRole('searchbox').fill('reviewer');
  await expect(page.getByRole('link', { name: 'Scout' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Reviewer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reviewer' })).toBeVisible();
  for (const section of ['Basic Information', 'Timestamps', 'Description', 'Statistics'])
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Memory blocks0');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit agent' });
  await edit.getByRole('textbox', { name: 'Description' }).fill('Made by a journey.');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('region', { name: 'Description' })).toContainText('Made by a journey.');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Reviewer”' });
  await expect(question).toContainText('memory blocks and transcripts');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Agent deleted successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/agents');
  const { items } = await member.service.agents(PERSONAL);
  expect(items.map(({ agent_name }) => agent_name)).toEqual(['Scout']);
});
