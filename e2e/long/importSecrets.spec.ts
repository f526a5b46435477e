/** An import lists memories with secrets before it starts, and stores none of the secrets to redact or skip. */
import { expectBothLooks } from '../support/axe';
import { title } from '../support/frame';
import { signInAs } from '../support/people';
import { SECRETS } from '../support/secrets';
import { expect, test } from '../support/test';
import { exportList, openMenu } from '../support/transfer';

const GITHUB = SECRETS[2]!.secret;
const ROWS = 1200;

test('lists imported memories with secrets, and redacts or skips them', async ({ page, member }) => {
  test.setTimeout(240_000);
  const { agent_id } = member.agent;
  const items = Array.from({ length: ROWS }, (_, n) => ({ agent_id, content: `Imported fact ${n + 1}` }));
  items[6]!.content = `Push with ${GITHUB}, seventh`;
  items[1107]!.content = `Push with ${GITHUB}, late`;
  await signInAs(page, member.email, '/memory-blocks');
  await expect(title(page)).toHaveText('Memory Blocks');
  const dialog = page.getByRole('dialog', { name: 'Import memory blocks' });
  const check = async (count: number) => {
    await openMenu(page, 'Import…');
    await page.getByLabel('File').setInputFiles({
      name: 'facts.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ items })),
    });
    await expect(dialog.getByRole('alert')).toContainText(
      `2 of ${count.toLocaleString('en')} memories look like they contain secrets: GitHub token (2).`,
      { timeout: 60_000 },
    );
  };
  await check(ROWS);
  const named = dialog.getByRole('list', { name: 'Memories with secrets' }).getByRole('listitem');
  await expect(named).toHaveText([/^Number 7: GitHub token in content/, /^Number 1,108: GitHub token/]);
  expect(await dialog.textContent()).not.toContain(GITHUB);
  await expectBothLooks(page, 'the secrets of an import');

  // By keyboard only.
  const choice = (name: string) => dialog.getByRole('radio', { name: new RegExp(`^${name}`) });
  await choice('Import them as they are').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(choice('Leave them out')).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Import 1,198 memory blocks' })).toBeEnabled();
  await page.keyboard.press('ArrowUp');
  await expect(choice('Redact their secrets')).toBeChecked();
  await dialog.getByRole('button', { name: 'Import 1,200 memory blocks' }).press('Enter');
  await expect(dialog).toHaveCount(0, { timeout: 120_000 });
  const exported = await exportList(page);
  expect(exported).toContain('Push with [secret removed: GitHub token], late');
  expect(exported).not.toContain(GITHUB);

  // The redacted memories resemble those in the file; the others already exist.
  await check(2);
  await choice('Leave them out').check();
  await expect(dialog.getByRole('button', { name: /^Import 0/ })).toBeDisabled();
});
