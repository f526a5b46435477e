/** @jest-environment node */
import type { ScoredBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { IDENTIFIERS } from '../../testing/identifiers';
import { mcpClient } from '../../testing/mcpClient';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids, tokenFor } from '../../testing/testApp';

const EDITOR = 'editor@x.test';

const SENTENCES = [
  (name: string) => `The nightly build of the warehouse failed because of ${name}.`,
  (name: string) => `Look at \`${name}\` before the warehouse is built.`,
  (name: string) => `${name} decides whether the warehouse is built (see the runbook).`,
];
const describeName = (name: string, at: number) => SENTENCES[at % SENTENCES.length]!(name);
/** A different sentence about the parts of a name, since near duplicates are grouped under the newer one. */
const describeParts = (name: string, at: number) =>
  describeName(name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim(), at + 1);

onOneEngine('search for identifiers', (world) => {
  const { stored } = recordCalls(world);
  let agent: Awaited<ReturnType<typeof mcpClient>>;

  beforeAll(async () => {
    for (const [at, name] of IDENTIFIERS.entries()) {
      await stored({ content: describeName(name, at) });
      if (/[^\p{L}\p{N}]/u.test(name)) await stored({ content: describeParts(name, at) });
    }
    agent = await mcpClient(world.app, await tokenFor(world.app, EDITOR));
  }, 60_000);

  afterAll(() => agent.close());

  test.each(IDENTIFIERS.map((name, at) => [name, describeName(name, at)]))(
    'finds %s by its own text first, for people and agents',
    async (name, sentence) => {
      const asked = `limit=5&scope=organization&organization_id=${ids.alphaOrg}&query=${encodeURIComponent(name)}`;
      for (const kind of ['hybrid?', 'fulltext?', 'fulltext?match=all&']) {
        const [hit] = body<ScoredBlock[]>(
          await get(world.app, `/memory-blocks/search/${kind}${asked}`, EDITOR),
        );
        expect([kind, hit?.content]).toEqual([kind, sentence]);
        const passage = hit?.highlights?.find(({ field }) => field === 'content');
        expect(
          passage?.matches.map(([from, to]) => passage.text.slice(from, to)).join('').length,
        ).toBeGreaterThan(0);
      }
      const { data } = await agent.call<{ memories: { text: string }[] }>('recall', {
        query: name,
        workspace: 'Alpha',
      });
      expect(data.memories[0]?.text).toContain(sentence);
    },
  );
});
