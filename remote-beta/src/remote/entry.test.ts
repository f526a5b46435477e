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

it('states who may open what, and adds no sidebar entry', () => {
  expect(descriptor.routes.map(({ path, access, navigation }) => [path, access, navigation])).toEqual([
    ['/beta-access/request', 'signed-in', undefined],
    ['/beta-access/pending', 'signed-in', undefined],
    ['/beta-access/denied', 'signed-in', undefined],
    ['/beta-access/review/granted', 'anyone', undefined],
    ['/beta-access/admin', 'beta-admin', undefined],
  ]);
});

it('opens the review link for everybody, and lets all of its parameters leave the address', () => {
  expect(descriptor.overlays).toEqual([
    {
      slot: 'session.beta-review-link',
      params: ['beta_review'],
      alsoClears: ['beta_decision', 'decision', 'beta_token', 'token'],
      access: 'anyone',
    },
  ]);
});
