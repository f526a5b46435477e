import { endpoints } from '@hindsight/shared-contracts/api';
import { parseDescriptor } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule } from '@hindsight/shared-contracts/shell';
import { isIconName } from '@hindsight/shared-ui/core';
import { descriptor } from './descriptor';
import * as entry from './entry';

it('is an entry point that the host can use', () => {
  expect(() => assertRemoteModule(entry, descriptor.name)).not.toThrow();
});

it('has what the descriptor declares', () => {
  expect(parseDescriptor(descriptor)).toEqual(descriptor);
  expect(entry.routes.map(({ path }) => path)).toEqual(descriptor.routes.map(({ path }) => path));
  expect(Object.keys(entry.slots)).toEqual(descriptor.slots);
  for (const need of descriptor.needs) expect(endpoints).toHaveProperty([need]);
});

it('has its pages at their places of the sidebar, behind their flags, open to guests', () => {
  const listed = descriptor.routes.flatMap(({ path, flag, access, navigation }) =>
    navigation ? [[path, navigation.label, navigation.order, flag, access]] : [],
  );
  expect(listed).toEqual([
    ['/review', 'Review', 55, undefined, 'guest'],
    ['/consolidation-suggestions', 'Consolidation', 60, 'consolidationEnabled', 'guest'],
    ['/memory-optimization-center', 'AI Optimization', 80, undefined, 'guest'],
    ['/pruning-suggestions', 'Pruning', 90, 'pruningEnabled', 'guest'],
  ]);
  for (const { navigation } of descriptor.routes) {
    if (navigation) expect(isIconName(navigation.icon)).toBe(true);
  }
});
