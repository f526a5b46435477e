/** Keywords and agents: counted in one call, searched, and made, changed and deleted by a person. */
import { expectAccessible } from '../support/axe';
import { chooseWorkspace, sidebarLink } from '../support/frame';
import { withoutLiveChanges } from '../support/live';
import { people, signIn } from '../support/people';
import { PERSONAL, scopeOf, serviceFor, writeHeaders } from '../support/service';
import { expect, test } from '../support/test';

test('keywords show how often each is used, from two calls, and lead to their memories', async ({
  page,
  stack,
}) => {
  const service = serviceFor(stack, people.owner.email);
  const scope = await scopeOf(service, 'Larkspur Labs');
  const words = await service.get<{ keyword_id: string; keyword_text: string }[]>(
    `/keywords/?${scope}&limit=1000`,
  );
  const { counts } = await service.get<{ counts: { keyword_id: string; count: number }[] }>(
    `/keywords/counts?${scope}`,
  );
  const usedMost = [...counts].sort((a, b) => b.count - a.count)[0]!;
  const { keyword_text: text } = words.find(({ keyword_id: id }) => id === usedMost.keyword_id)!;
  await withoutLiveChanges(page);
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Larkspur Labs');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/keywords/')) asked.push(request.url());
  });
  await page.getByRole('link', { name: 'Keywords', exact: true }).click();
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText(`Total${words.length.toLocaleString('en-GB')}`);
  await page.getByRole('searchbox').fill(text);
  const tile = page.getByRole('listitem').filter({
    has: page.getByRole('button', { name: `View memories with ${text}`, exact: true }),
  });
  const uses = usedMost.count.toLocaleString('en-GB');
  await expect(tile).toContainText(`Used in ${uses} ${usedMost.count === 1 ? 'memory' : 'memories'}`);
  expect(asked).toHaveLength(2);
  await tile.getByRole('button', { name: /^View memories/ }).click();
  const dialog = page.getByRole('dialog', { name: `Memories with “${text}”` });
  await expect(dialog.getByRole('list', { name: 'Memories' }).locator('> li')).toHaveCount(
    Math.min(50, usedMost.count),
  );
  await expectAccessible(page, 'memories of a keyword');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a keyword is added, changed in its tile and deleted, by keyboard', async ({ page }) => {
  const text = `journey-${process.pid}-${Date.now()}`;
  await signIn(page, people.editor, '/keywords');
  await page.getByRole('button', { name: 'Add Keyword' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Keyword' });
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: 'Keyword' })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Keyword added successfully', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: `Edit ${text}`, exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: `New text of ${text}` })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('-b');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Keyword updated successfully', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Delete ${text}-b` }).press('Enter');
  await page
    .getByRole('dialog', { name: `Delete “${text}-b”` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Keyword deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No keywords match your search' })).toBeVisible();
});

test('keywords that are one word are merged after a look at what changes, and come back with Undo', async ({
  page,
  stack,
}) => {
  const text = `merge journey ${Date.now()}`;
  for (const keyword_text of [text, text.replaceAll(' ', '-')]) {
    const made = await fetch(`${stack.urls.service}/keywords/?${PERSONAL}`, {
      method: 'POST',
      headers: { ...writeHeaders(stack, people.editor.email), 'Content-Type': 'application/json' },
      body: JSON.stringify({ keyword_text }),
    });
    expect(made.status).toBe(201);
  }
  await signIn(page, people.editor, '/keywords');
  await page.getByRole('button', { name: 'Clean Up' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Clean Up Keywords' });
  const group = dialog.getByRole('group', { name: `Like ${text}` });
  await expect(group.getByText('written differently')).toBeVisible();
  await expectAccessible(page, 'cleaning keywords');
  await group.getByRole('checkbox').press('Space');
  await expect(dialog.getByText('No memory changes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge 1 keyword' }).press('Enter');
  await expect(page.getByText('Keywords cleaned up', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('merge');
  const tiles = page.getByRole('list', { name: 'Keywords' }).getByRole('listitem');
  await expect(tiles).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tiles).toHaveCount(2);

  await page.getByRole('button', { name: 'Clean Up' }).press('Enter');
  await group.getByRole('button', { name: /^Not the same/ }).press('Enter');
  await expect(group).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Clean Up' }).press('Enter');
  await expect(dialog.getByText(/Select what to merge|None look like/)).toBeVisible();
  await expect(group).toHaveCount(0);
});

test('an unused keyword is kept, and listed again with Undo', async ({ page, stack }) => {
  const text = `kept journey ${process.pid} ${Date.now()}`;
  const made = await fetch(`${stack.urls.service}/keywords/?${PERSONAL}`, {
    method: 'POST',
    headers: { ...writeHeaders(stack, people.viewer.email), 'Content-Type': 'application/json' },
    body: JSON.stringify({ keyword_text: text }),
  });
  expect(made.status).toBe(201);
  await signIn(page, people.viewer, '/keywords');
  const dialog = page.getByRole('dialog', { name: 'Clean Up Keywords' });
  const unused = dialog.getByRole('checkbox', { name: text });
  const keep = async () => {
    await page.getByRole('button', { name: 'Clean Up' }).press('Enter');
    await unused.press('Space');
    await dialog.getByRole('button', { name: 'Keep 1' }).press('Enter');
    await expect(page.getByText('1 keyword is no longer listed as unused', { exact: true })).toBeVisible();
    await expect(unused).toHaveCount(0);
  };
  await keep();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Listed as unused again', { exact: true })).toBeVisible();
  await page.reload();
  await keep();
  await page.reload();
  await page.getByRole('button', { name: 'Clean Up' }).press('Enter');
  await expect(dialog.getByText(/None look like|Select what to merge/)).toBeVisible();
  await expect(unused).toHaveCount(0);
});

test('agents and keywords are found without their accents, in lists, in a select and in the palette', async ({
  page,
  stack,
}) => {
  const mark = Date.now().toString(36);
  const name = `Łódź Straße İzmir ${mark}`;
  const word = `Cafe\u0301 100% \\_${mark}`;
  const kept = word.normalize('NFC');
  const create = async (path: string, row: object) => {
    const made = await fetch(`${stack.urls.service}${path}?${PERSONAL}`, {
      method: 'POST',
      headers: { ...writeHeaders(stack, people.editor.email), 'Content-Type': 'application/json' },
      body: JSON.stringify(row),
    });
    expect(made.status).toBe(201);
  };
  await create('/agents/', { agent_name: name });
  await create('/keywords/', { keyword_text: word });
  await signIn(page, people.editor, '/agents');
  const search = page.getByRole('searchbox', { name: 'Search agents by name' });
  const agents = page.getByRole('list', { name: 'Agents' }).getByRole('heading');
  for (const typed of [`LODZ STRASSE izmir ${mark}`, `łódź STRAẞE ${`İzmir`.normalize('NFD')} ${mark}`]) {
    await search.fill(typed);
    await expect(agents).toHaveText([name]);
    await expect(agents.locator('mark')).toHaveText([name]);
  }

  await sidebarLink(page, 'Keywords').click();
  const searchKeywords = page.getByRole('searchbox', { name: 'Search keywords' });
  const tiles = page.getByRole('list', { name: 'Keywords' }).getByRole('listitem');
  for (const typed of [`CAFÉ 100% \\_${mark}`, `cafe 100% \\_${mark}`]) {
    await searchKeywords.fill(typed);
    await expect(tiles).toHaveCount(1);
    await expect(tiles.locator('mark')).toHaveText([kept]);
  }
  await searchKeywords.fill(`cafe 100_ \\_${mark}`);
  await expect(page.getByRole('heading', { name: 'No keywords match your search' })).toBeVisible();

  const box = page.getByRole('combobox', { name: 'Go to, search or do' });
  const group = (title: string) => page.getByRole('group', { name: title }).getByRole('option');
  await page.keyboard.press('Control+k');
  await box.fill(`izmir ${mark}`);
  await expect(group('Agents')).toHaveText([name]);
  await box.fill(`cafe \\_${mark}`);
  await expect(group('Keywords')).toHaveText([kept]);
  await page.keyboard.press('Escape');

  await sidebarLink(page, 'Memory Blocks').click();
  await page.getByRole('button', { name: 'Create Memory' }).click();
  const choice = page
    .getByRole('dialog', { name: 'Create Memory' })
    .getByRole('combobox', { name: 'Keywords' });
  await choice.fill(`CAFE 100% \\_${mark}`);
  await expect(page.getByTitle(kept)).toBeVisible();
});

test('an agent is created, described and deleted; it has a page of its own', async ({ page, stack }) => {
  const service = serviceFor(stack, people.editor.email);
  const name = `Journey ${process.pid}-${Date.now()}`;
  await signIn(page, people.editor, '/agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  const form = page.getByRole('dialog', { name: 'Create Agent' });
  await form.getByRole('button', { name: 'Create Agent' }).click();
  await expect(form.getByText('Agent name cannot be empty')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Create Agent' }).click();
  await expect(page.getByText('Agent created successfully', { exact: true })).toBeVisible();

  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const section of ['Basic Information', 'Timestamps', 'Description', 'Statistics'])
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
  await page.reload();
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await expect(statistics).toContainText('Memory blocks0');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Agent' });
  await edit.getByRole('textbox', { name: 'Description' }).fill('Made by a journey.');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('region', { name: 'Description' })).toContainText('Made by a journey.');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const ask = page.getByRole('dialog', { name: `Delete “${name}”` });
  await expect(ask).toContainText('its memory blocks and transcripts');
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Agent deleted successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/agents');
  const { items } = await service.agents(PERSONAL);
  expect(items.map(({ agent_name }) => agent_name)).not.toContain(name);
});
