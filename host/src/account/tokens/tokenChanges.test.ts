import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { screen, waitFor, within } from '@testing-library/react';
import { write } from '../testing';
import { laptop, LIST, open, press, refuse, RENAME, REVOKE, ROTATE, SECRET } from './tokensFixture';

it('rotates after a question and shows the new secret', async () => {
  const { user, shell, sent } = await open({ [ROTATE]: { ...laptop, token: `${SECRET}2` } });
  await user.click(press('Rotate Laptop'));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Rotate Laptop?' })).getByRole('button', {
      name: 'Rotate',
    }),
  );
  expect(await screen.findByDisplayValue(`${SECRET}2`)).toBeInTheDocument();
  expect(sent(ROTATE)).toEqual([{ params: { id: 'a1' }, scope: false }]);
  expect(shell.shown).toEqual([['success', 'Token rotated']]);
});

it('revokes after a question, and not without', async () => {
  const { user, shell, sent } = await open({ [REVOKE]: null });
  const question = () => screen.findByRole('dialog', { name: 'Revoke Laptop?' });
  await user.click(press('Revoke Laptop'));
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  expect(sent(REVOKE)).toEqual([]);
  await user.click(press('Revoke Laptop'));
  await user.click(within(await question()).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Token revoked']]));
  expect(sent(REVOKE)).toEqual([{ params: { id: 'a1' }, scope: false }]);
});

it.each([
  ['Revoke', REVOKE, 'Failed to revoke token'],
  ['Rotate', ROTATE, 'Failed to rotate token'],
])('says above the table that %s failed, and why', async (action, key, sentence) => {
  const { user } = await open({ [key]: refuse(new ApiError(404, 'Token not found', '', null)) });
  await user.click(press(`${action} Laptop`));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(sentence)).toBeInTheDocument();
  expect(alert).toHaveTextContent('Token not found');
});

it('does not take a rotation without a new secret for a success', async () => {
  const { user, shell, api } = await open({ [ROTATE]: { ...laptop, token: '' } });
  const lists = () => api.calls.filter((call) => call.key === LIST).length;
  const before = lists();
  await user.click(press('Rotate Laptop'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to rotate token');
  expect(shell.shown).toEqual([]);
  // Whatever happened there, the list says it.
  expect(lists()).toBeGreaterThan(before);
});

it('says what a rotation whose answer was lost may have done', async () => {
  const { user } = await open({ [ROTATE]: refuse(new NetworkError(null)) });
  await user.click(press('Rotate Laptop'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Failed to rotate token.*may still have been rotated.*Rotate it again/,
  );
});

it('renames, and sends the expiry along so that no service takes it for removed', async () => {
  const { user, shell, sent } = await open({
    [LIST]: [{ ...laptop, expires_at: '2099-01-01T00:00:00Z' }],
    [RENAME]: laptop,
  });
  await user.click(press('Rename Laptop'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename token' }));
  await user.clear(dialog.getByRole('textbox', { name: /^Name/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Token name is required')).toBeInTheDocument();
  write(dialog.getByRole('textbox', { name: /^Name/ }), 'Desk');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(RENAME)).toEqual([
    { params: { id: 'a1' }, body: { name: 'Desk', expires_at: '2099-01-01T00:00:00Z' }, scope: false },
  ]);
  expect(shell.shown).toEqual([['success', 'Token renamed']]);
});

it('keeps the form when the new name could not be saved', async () => {
  const { user, shell } = await open({ [RENAME]: refuse(new NetworkError(null)) });
  await user.click(press('Rename Laptop'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename token' }));
  write(dialog.getByRole('textbox', { name: /^Name/ }), 'Desk');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to rename token');
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Desk');
  expect(shell.shown).toEqual([]);
});
