/** Export and import: memories move from one workspace to another as a file. */
import { expectBothLooks } from '../support/axe';
import { memoryCards } from '../support/frame';
import { admit } from '../support/members';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';
import { exportList, openMenu } from '../support/transfer';

test('imports an exported file for another person and skips memories that already exist', async ({
  page,
  stack,
  member,
  newEmail,
}) => {
  for (const bird of ['heron', 'lapwing', 'wren']) await member.write(`The ${bird} port is 8080.`);
  const other = await admit(stack, newEmail('other'));
  await other.write('The wren port is 8080.');
  await signInAs(page, member.email, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(3);
  const file = await exportList(page);

  await signInAs(page, other.email, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(1);
  await openMenu(page, 'Import…');
  await page.getByLabel('File').setInputFiles({
    name: 'export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  });
  const dialog = page.getByRole('dialog', { name: 'Import memory blocks' });
  await expect(dialog.getByText('2 memory blocks would be stored.')).toBeVisible();
  await expectBothLooks(page, 'an import');
  await dialog.getByRole('button', { name: 'Import 2 memory blocks' }).click();
  await expect(page.getByText('2 memory blocks imported', { exact: true })).toBeVisible();
  await expect(memoryCards(page)).toHaveCount(3);
});
