import { endpoints } from '@hindsight/shared-contracts/api';
import { parseDescriptor } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule } from '@hindsight/shared-contracts/shell';
import { descriptor } from './descriptor';
import * as entry from './entry';

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
