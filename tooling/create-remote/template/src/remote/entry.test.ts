import { endpoints } from '@hindsight/shared-contracts/api';
import { parseDescriptor } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule } from '@hindsight/shared-contracts/shell';
import { descriptor } from './descriptor';
import * as entry from './entry';

it('satisfies the contract with the host', () => {
  expect(() => assertRemoteModule(entry, descriptor.name)).not.toThrow();
});

it('provides everything that the descriptor declares', () => {
  expect(parseDescriptor(descriptor)).toEqual(descriptor);
  expect(entry.routes.map(({ path }) => path)).toEqual(descriptor.routes.map(({ path }) => path));
  expect(Object.keys(entry.slots)).toEqual(descriptor.slots);
  for (const need of descriptor.needs) expect(endpoints).toHaveProperty([need]);
});
