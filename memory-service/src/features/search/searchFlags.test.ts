/** @jest-environment node */
import type { ScoredBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';

const EDITOR = 'editor@x.test';
const FLAG = 'The plugin links only when built with fno-rtti.';
const WRITTEN = 'Pass -fno-rtti to the compiler.';
const OTHER = 'The compiler cache of the plugin fills the disk.';

onOneEngine('search for flags', (world) => {
  const { stored } = recordCalls(world);
  const found = async (kind: string, query: string) => {
    const url = `/memory-blocks/search/${kind}query=${encodeURIComponent(query)}&scope=organization&organization_id=${ids.alphaOrg}`;
    const blocks = body<ScoredBlock[]>(await get(world.app, url, EDITOR));
    return blocks.map(({ content }) => content).sort();
  };

  beforeAll(async () => {
    for (const content of [FLAG, WRITTEN, OTHER]) await stored({ content });
  });

  const RANKED = ['fulltext?', 'fulltext?match=all&', 'hybrid?'];

  test.each(RANKED)('%s: a question of flags alone means the flags', async (kind) => {
    expect(await found(kind, '-fno-rtti')).toEqual([WRITTEN, FLAG]);
    expect(await found(kind, ' -compiler -plugin ')).toContain(OTHER);
  });

  test.each(RANKED)('%s: so does one whose other words have no subject', async (kind) => {
    expect(await found(kind, 'what is -fno-rtti?')).toEqual([WRITTEN, FLAG]);
  });

  test.each(RANKED)('%s: beside a subject, and in quotes, a minus sign still excludes', async (kind) => {
    expect(await found(kind, 'plugin -fno-rtti')).toEqual([OTHER]);
    expect(await found(kind, '-plugin -"fno-rtti"')).toEqual([OTHER]);
  });

  test('exact text is looked for as it is written', async () => {
    expect(await found('?', '-fno-rtti')).toEqual([WRITTEN]);
  });
});
