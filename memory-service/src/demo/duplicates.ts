/** Generates lessons that an agent recorded several times in the same words, as candidates for merging. */
import { blockRow } from './blocks';
import type { GeneratedBlock } from './blocks';
import { pickCase, writeLesson } from './lessonWriter';
import { idFor, randomFor } from './random';
import { DEMO_AGENTS } from './workspace';

/** One group per personal agent, so that the optimization center has something to merge in every demo workspace. */
export function generateDuplicates(seed: number, now: Date): GeneratedBlock[] {
  return DEMO_AGENTS.flatMap((agent, index) => {
    if (agent.home.kind !== 'personal') return [];
    const random = randomFor(seed, `repeats:${index}`);
    const incident = pickCase(random, random.pick(agent.topics));
    const first = writeLesson(random, incident);
    const newest = random.next() * 20 + 2;
    return Array.from({ length: 3 }, (_, number) => {
      const again = writeLesson(random, incident);
      const ending = again.content.split('\n\n').slice(4);
      const content = [...first.content.split('\n\n').slice(0, 4), ...ending].join('\n\n');
      return blockRow(
        seed,
        now,
        agent,
        { ...first, content, lesson: again.lesson },
        {
          id: idFor(seed, `repeats:${index}:block:${number}`),
          conversationId: idFor(seed, `repeats:${index}:conversation:${number}`),
          days: newest + number * (random.next() * 4 + 1),
          archivedDays: null,
          feedback: random.between(40, 90),
          retrievals: random.between(1, 9),
        },
      );
    });
  });
}
