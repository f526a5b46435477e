import { endpoints } from '@hindsight/shared-contracts/api';
import { parseDescriptor } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule } from '@hindsight/shared-contracts/shell';
import { isIconName } from '@hindsight/shared-ui/core';
import { BLOCK_PARAM, CREATE_AGENT_PARAM, CREATE_PARAM } from '../model/blockAddress';
import { descriptor } from './descriptor';
import * as entry from './entry';

it('is an entry point that the host can use', () => {
  expect(() => assertRemoteModule(entry, descriptor.name)).not.toThrow();
});

it('keeps what the descriptor promises', () => {
  expect(parseDescriptor(descriptor)).toEqual(descriptor);
  const promised = descriptor.routes.map(({ path }) => path);
  const pages = entry.routes.map(({ path }) => path);
  expect(pages.filter((path) => promised.includes(path))).toEqual(promised);
  // The rest are sub-paths of what is promised.
  for (const path of pages) expect(promised.some((parent) => path.startsWith(parent))).toBe(true);
  expect(Object.keys(entry.slots)).toEqual(descriptor.slots);
  expect(descriptor.overlays).toMatchObject([
    { slot: 'memory-block.detail', params: [BLOCK_PARAM], access: 'guest' },
    {
      slot: 'memory-block.create',
      params: [CREATE_PARAM, CREATE_AGENT_PARAM],
      access: 'member',
      command: { label: 'Create memory' },
    },
  ]);
  for (const need of descriptor.needs) expect(endpoints).toHaveProperty([need]);
});

it('offers the sidebar entries of the specification, open to guests', () => {
  const listed = descriptor.routes.filter(({ navigation }) => navigation);
  const shown = listed.map(({ path, navigation, access }) => [
    path,
    navigation?.label,
    navigation?.order,
    access,
  ]);
  expect(shown).toEqual([
    ['/dashboard', 'Dashboard', 10, 'guest'],
    ['/memory-blocks', 'Memory Blocks', 20, 'guest'],
    ['/playground', 'Playground', 25, 'guest'],
    ['/keywords', 'Keywords', 30, 'guest'],
    ['/agents', 'Agents', 40, 'guest'],
    ['/analytics', 'Analytics', 50, 'guest'],
    ['/archived-memory-blocks', 'Archived', 70, 'guest'],
  ]);
  for (const { navigation } of listed) expect(isIconName(navigation!.icon)).toBe(true);
});
