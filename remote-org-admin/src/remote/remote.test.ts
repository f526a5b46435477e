import { waitFor } from '@testing-library/react';
import { endpoints } from '@hindsight/shared-contracts/api';
import { parseDescriptor } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule } from '@hindsight/shared-contracts/shell';
import { declaredReads, fakeApi, fakeShell, madeReads } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { descriptor } from './descriptor';
import * as entry from './entry';
import { routes } from './entry';

describe('entry', () => {
  it('is an entry point that the host can use', () => {
    expect(() => assertRemoteModule(entry, descriptor.name)).not.toThrow();
  });

  it('keeps what the descriptor promises', () => {
    expect(parseDescriptor(descriptor)).toEqual(descriptor);
    expect(entry.routes.map(({ path }) => path)).toEqual(descriptor.routes.map(({ path }) => path));
    expect(Object.keys(entry.slots)).toEqual(descriptor.slots);
    for (const need of descriptor.needs) expect(endpoints).toHaveProperty([need]);
  });

  it('adds no sidebar entry, and opens its dialogs by the address', () => {
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

/** What the descriptor declares is asked before the code of a page is there, so the page must ask exactly the same. */
describe('firstQueries', () => {
  it.each(descriptor.routes.map(({ path }) => path))('%s asks what is declared for it', async (address) => {
    const api = fakeApi({});
    await renderRoutes(routes, address, fakeShell({ api }));
    const declared = declaredReads(descriptor, address);
    expect(declared).not.toEqual([]);
    await waitFor(() => expect(madeReads(api)).toEqual(expect.arrayContaining(declared)));
  });
});
