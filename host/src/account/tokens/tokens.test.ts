import { act, screen, waitFor, within } from '@testing-library/react';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { testUser } from '@hindsight/shared-contracts/testing';
import { write } from '../testing';
import { ASK_EVERY } from './api';
import { freshToken } from './freshToken';
import {
  CREATE,
  LIST,
  RENAME,
  REVOKE,
  ROTATE,
  SECRET,
  laptop,
  name,
  open,
  press,
  refuse,
  row,
} from './tokensFixture';

describe('TokensPage', () => {
  it('lists tokens with the details that identify them', async () => {
    await open();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Token',
      'Scopes',
      'Organization',
      'Status',
      'Last used',
      'Created',
      'Expires',
      'Actions',
    ]);
    expect(row('Laptop')).toHaveTextContent('1a2b3c4d…WxYz');
    expect(row('Laptop')).toHaveTextContent(/ReadWrite.*Northwind.*Active.*Never/);
    expect(row('Gone')).toHaveTextContent(/All my workspaces.*Revoked/);
    expect(row('Old')).toHaveTextContent('Expired');
  });

  it.each([
    ['after a while', () => jest.advanceTimersByTimeAsync(ASK_EVERY)],
    ['when the tab is looked at again', async () => void window.dispatchEvent(new Event('visibilitychange'))],
  ])('shows %s that a token was used', async (_when, wait) => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    let used: string | null = null;
    try {
      await open({ [LIST]: () => [{ ...laptop, last_used_at: used }] });
      expect(row('Laptop')).toHaveTextContent(/Active.*Never.*Never/);
      used = new Date().toISOString();
      await act(wait);
      await waitFor(() => expect(row('Laptop')).toHaveTextContent(/Active.*Just now/));
    } finally {
      jest.useRealTimers();
    }
  });

  it('marks a token as without access when its owner has left the organization', async () => {
    const left = { ...laptop, name: 'Left', organization_id: 'org-0', last_used_at: '2026-01-02T00:00:00Z' };
    await open({ [LIST]: [laptop, { ...left, id: 'a4' }] });
    expect(row('Left')).toHaveTextContent(/Organization org-0You’re no longer a member.*No access/);
    expect(row('Laptop')).not.toHaveTextContent('no longer a member');
    expect(within(row('Left')).queryByRole('link')).not.toBeInTheDocument();
    expect(
      within(row('Left'))
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Rename', 'Revoke']);
  });

  it('offers rotation only for active tokens, and no actions for revoked ones', async () => {
    await open();
    expect(within(row('Gone')).queryByRole('button')).not.toBeInTheDocument();
    expect(within(row('Old')).queryByRole('button', { name: 'Rotate Old' })).not.toBeInTheDocument();
    expect(within(row('Old')).getByRole('button', { name: 'Revoke Old' })).toBeInTheDocument();
    expect(within(row('Laptop')).getAllByRole('button')).toHaveLength(3);
  });

  it('links a used token to its activity, in its workspace', async () => {
    const used = { ...laptop, last_used_at: '2026-01-02T00:00:00Z' };
    const { user, chooseWorkspace } = await open({
      [LIST]: [used, { ...used, id: 'a4', name: 'New', last_used_at: null }],
    });
    expect(within(row('New')).queryByRole('link')).not.toBeInTheDocument();
    const link = within(row('Laptop')).getByRole('link', { name: 'Activity of Laptop' });
    expect(link).toHaveAttribute('href', '/analytics?view=activity&token=a1');
    await user.click(link);
    expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'organization', organizationId: 'org-1' });
  });

  it('selects read by default and write only on demand', async () => {
    await open();
    expect(screen.getByRole('checkbox', { name: 'Read' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Write' })).not.toBeChecked();
  });

  it('holds a draft as soon as a token gets a name', async () => {
    const { holdDraft, user } = await open();
    expect(holdDraft).not.toHaveBeenCalled();
    await user.type(name(), 'L');
    expect(holdDraft).toHaveBeenCalledWith('the token you are creating', expect.any(Function));
  });

  it('shows validation errors next to their fields and sends nothing', async () => {
    const { user, sent } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Read' }));
    await user.click(press('Create token'));
    expect(screen.getByText('Token name is required')).toBeInTheDocument();
    expect(screen.getByText('Select at least one scope')).toBeInTheDocument();
    expect(name()).toHaveFocus();
    expect(sent(CREATE)).toEqual([]);
  });

  it('creates a token, shows its secret once and warns before it is lost', async () => {
    const { user, shell, sent, api } = await open({ [CREATE]: { ...laptop, token: SECRET } });
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    write(name(), ' Laptop ');
    await user.click(screen.getByRole('checkbox', { name: 'Write' }));
    await user.click(press('Create token'));
    const dialog = await screen.findByRole('dialog', { name: /Copy your token/ });
    expect(sent(CREATE)).toEqual([{ body: { name: 'Laptop', scopes: ['read', 'write'] }, scope: false }]);
    expect(shell.shown).toEqual([['success', 'API token created']]);
    expect(within(dialog).getByRole('textbox', { name: 'Token' })).toHaveValue(SECRET);
    expect(freshToken.get()).toMatchObject({ secret: SECRET, userId: testUser.user_id });
    expect(name()).toHaveValue('');

    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('You have not copied the token.');
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    await user.click(within(dialog).getByRole('button', { name: 'Copy token' }));
    expect(written).toHaveBeenCalledWith(SECRET);
    expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.body).not.toHaveTextContent(SECRET);
    expect(api.calls.filter((call) => call.key === LIST).length).toBeGreaterThan(1);
  });

  it('closes without copying only after confirmation', async () => {
    const { user } = await open({ [CREATE]: { ...laptop, token: SECRET } });
    write(name(), 'x');
    await user.click(press('Create token'));
    const dialog = await screen.findByRole('dialog', { name: /Copy your token/ });
    await user.keyboard('{Escape}');
    expect(within(dialog).getByRole('alert')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Close without copying' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('sends the expiry in UTC and rejects one in the past', async () => {
    const { user, sent } = await open({ [CREATE]: { ...laptop, token: SECRET } });
    write(name(), 'x');
    const field = screen.getByLabelText('Expires (optional)');
    write(field, '2020-01-01T10:00');
    await user.click(press('Create token'));
    expect(screen.getByText('Choose a time in the future')).toBeInTheDocument();
    write(field, '2099-07-01T10:00');
    await user.click(press('Create token'));
    await screen.findByRole('dialog');
    expect(sent(CREATE)).toEqual([
      {
        body: { name: 'x', scopes: ['read'], expires_at: new Date(2099, 6, 1, 10).toISOString() },
        scope: false,
      },
    ]);
  });

  it.each([
    [new ApiError(409, 'You have 50 active tokens.', '', 'token_limit'), 'You have 50 active tokens.'],
    [new ApiError(502, null, '<html>', null), 'HTTP error 502'],
    [new NetworkError(null), 'Network error. Please check your internet connection and try again.'],
  ])('keeps the form when creating fails: %s', async (error, reason) => {
    const { user, shell } = await open({ [CREATE]: refuse(error) });
    write(name(), 'x');
    await user.click(press('Create token'));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to create token')).toBeInTheDocument();
    expect(alert).toHaveTextContent(reason);
    expect(name()).toHaveValue('x');
    expect(shell.shown).toEqual([]);
  });

  it('leaves an expired session to the shell', async () => {
    const { user, shell } = await open({ [CREATE]: refuse(new ApiError(401, null, '', null)) });
    write(name(), 'x');
    await user.click(press('Create token'));
    await waitFor(() => expect(shell.shown).toHaveLength(1));
    expect(shell.shown[0]![1]).toMatch(/^create API tokens/);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('distinguishes a failed list from an empty one', async () => {
    let answer: unknown = refuse(new ApiError(500, null, '', null));
    const { user } = await open({
      [LIST]: () => (typeof answer === 'function' ? (answer as () => unknown)() : answer),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load API tokens');
    expect(screen.queryByText('No tokens yet')).not.toBeInTheDocument();
    answer = [];
    await user.click(press('Try Again'));
    expect(await screen.findByText('No tokens yet')).toBeInTheDocument();
  });

  it('focuses the form for #create', async () => {
    await open({}, '/tokens#create');
    expect(name()).toHaveFocus();
  });

  it('scrolls to the list for #tokens', async () => {
    const moved = jest.spyOn(Element.prototype, 'scrollIntoView');
    await open({}, '/tokens');
    expect(moved).not.toHaveBeenCalled();
    await open({}, '/tokens#tokens');
    expect(moved.mock.contexts.at(-1)).toHaveAttribute('id', 'tokens');
    moved.mockRestore();
  });
});

describe('tokenChanges', () => {
  it('rotates after confirmation and shows the new secret', async () => {
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

  it('revokes only after confirmation', async () => {
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
  ])('shows above the table why %s failed', async (action, key, sentence) => {
    const { user } = await open({ [key]: refuse(new ApiError(404, 'Token not found', '', null)) });
    await user.click(press(`${action} Laptop`));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(sentence)).toBeInTheDocument();
    expect(alert).toHaveTextContent('Token not found');
  });

  it('treats a rotation without a new secret as failed', async () => {
    const { user, shell, api } = await open({ [ROTATE]: { ...laptop, token: '' } });
    const lists = () => api.calls.filter((call) => call.key === LIST).length;
    const before = lists();
    await user.click(press('Rotate Laptop'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to rotate token');
    expect(shell.shown).toEqual([]);
    // Whatever the service did, the refetched list shows it.
    expect(lists()).toBeGreaterThan(before);
  });

  it('explains what a rotation may have done when the response was lost', async () => {
    const { user } = await open({ [ROTATE]: refuse(new NetworkError(null)) });
    await user.click(press('Rotate Laptop'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Failed to rotate token.*may still have been rotated.*Rotate it again/,
    );
  });

  it('renames, and repeats the expiry so that the service does not remove it', async () => {
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

  it('keeps the form when renaming fails', async () => {
    const { user, shell } = await open({ [RENAME]: refuse(new NetworkError(null)) });
    await user.click(press('Rename Laptop'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename token' }));
    write(dialog.getByRole('textbox', { name: /^Name/ }), 'Desk');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to rename token');
    expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Desk');
    expect(shell.shown).toEqual([]);
  });
});
