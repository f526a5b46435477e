/** Export and import: a workspace exported and imported elsewhere is identical. */
import type { Page } from '@playwright/test';
import { chooseWorkspace, memoryCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { serviceFor } from '../support/service';
import { expect, test } from '../support/test';
import { exportList, openMenu } from '../support/transfer';

const LARKSPUR = 'Larkspur Labs';
const WANTED = 1000;

type Item = Record<string, unknown>;
interface File {
  items: Item[];
  agents: Item[];
  keywords: string[];
}

const exportAll = async (page: Page) => JSON.parse(await exportList(page)) as File;

async function importAll(page: Page, file: File): Promise<void> {
  await openMenu(page, 'Import…');
  await page.getByLabel('File').setInputFiles({
    name: 'export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  const count = file.items.length.toLocaleString('en');
  await expect(page.getByText(`${count} memory blocks would be stored.`)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: `Import ${count} memory blocks` }).click();
  // The toast of an earlier import may still be visible; the dialog closes with its own.
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 120_000 });
  await expect(page.getByText(`${count} memory blocks imported`).first()).toBeVisible();
  await expect(memoryCards(page).first()).toBeVisible();
}

/** Everything except workspace-generated ids, in a stable order. */
function comparable({ items, agents, keywords }: File) {
  const text = ({ id: _id, agent_id: _agent, keywords: words, ...rest }: Item) =>
    JSON.stringify([Object.entries(rest).sort(), [...(words as string[])].sort()]);
  return {
    items: items.map(text).sort(),
    agents: agents.map((agent) => JSON.stringify(agent)).sort(),
    keywords: [...keywords].sort(),
  };
}

test('moves 1,000 memories to an empty workspace and on to another without a difference', async ({
  page,
  stack,
}) => {
  test.setTimeout(400_000);
  const owner = serviceFor(stack, people.owner.email);
  for (const name of ['First Copy', 'Second Copy']) await owner.send('POST', '/organizations/', { name });
  await signIn(page, people.owner, '/memory-blocks');
  await chooseWorkspace(page, LARKSPUR);
  await expect(memoryCards(page).first()).toBeVisible();
  const demo = await exportAll(page);
  expect(demo.items.some(({ archived }) => archived === true)).toBe(true);
  // The same memories with different content: only the lessons match.
  const again = demo.items.map((item) => ({ ...item, content: `${String(item['content'])} (again)` }));
  const thousand = { ...demo, items: [...demo.items, ...again].slice(0, WANTED) };
  expect(thousand.items).toHaveLength(WANTED);

  const copies: File[] = [];
  let file: File = thousand;
  for (const name of ['First Copy', 'Second Copy']) {
    await chooseWorkspace(page, name);
    await importAll(page, file);
    file = await exportAll(page);
    copies.push(file);
  }
  for (const copy of copies) expect(comparable(copy)).toEqual(comparable(thousand));
});
