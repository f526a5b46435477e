import { waitFor } from '@testing-library/react';
import { declaredReads, fakeApi, fakeShell, madeReads } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { descriptor } from './descriptor';
import { routes } from './entry';

describe('entry', () => {
  it('adds no sidebar entry and opens its dialogs via the URL', () => {
    expect(descriptor.routes.map(({ path, access, navigation }) => [path, access, navigation])).toEqual([
      ['/notifications', 'signed-in', undefined],
      ['/settings/workspace/:part', 'signed-in', undefined],
    ]);
    expect(descriptor.overlays).toMatchObject([
      {
        slot: 'account.organizations',
        params: ['organizations'],
        alsoClears: ['organizations_view', 'organizations_invite'],
        access: 'anyone',
      },
      {
        slot: 'session.invitation-link',
        params: ['accept_invite', 'decline_invite'],
        alsoClears: ['org', 'email', 'token'],
        access: 'anyone',
      },
    ]);
  });
});

/** The host sends the declared queries before a page's code is loaded, so the page must send exactly the same ones. */
describe('firstQueries', () => {
  it.each(descriptor.routes.map(({ path }) => path))('%s sends its declared queries', async (address) => {
    const api = fakeApi({});
    await renderRoutes(routes, address, fakeShell({ api }));
    const declared = declaredReads(descriptor, address);
    expect(declared).not.toEqual([]);
    await waitFor(() => expect(madeReads(api)).toEqual(expect.arrayContaining(declared)));
  });
});
