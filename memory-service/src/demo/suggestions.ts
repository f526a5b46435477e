/** Generates consolidation suggestions for blocks that really say the same in other words. */
import { blockRow } from './blocks';
import type { GeneratedBlock } from './blocks';
import { pickCase, writeLesson } from './lessonWriter';
import { idFor, randomFor } from './random';
import { daysBefore } from './rows';
import type { Row } from './rows';
import { DEMO_AGENTS, scopeColumns } from './workspace';

const STATES = [
  'pending',
  'pending',
  'pending',
  'accepted',
  'rejected',
  'pending',
  'accepted',
  'rejected',
] as const;
const DEMO_SUGGESTIONS = 32;

export interface GeneratedSuggestion {
  originals: GeneratedBlock[];
  suggestion: Row;
}

/** The n-th suggestion: two to four retellings of one case by one agent, and their merged text. */
function generate(seed: number, now: Date, index: number): GeneratedSuggestion {
  const random = randomFor(seed, `suggestion:${index}`);
  const agent = DEMO_AGENTS[index % DEMO_AGENTS.length] ?? random.pick(DEMO_AGENTS);
  const state = STATES[index % STATES.length] ?? 'pending';
  const incident = pickCase(random, random.pick(agent.topics));
  const newest = random.next() * 40 + 1;
  const originals = Array.from({ length: random.between(2, 4) }, (_, number) => {
    const days = newest + 1 + number * (random.next() * 5 + 0.5);
    return blockRow(seed, now, agent, writeLesson(random, incident), {
      id: idFor(seed, `suggestion:${index}:block:${number}`),
      conversationId: idFor(seed, `suggestion:${index}:conversation:${number}`),
      days,
      archivedDays: state === 'accepted' ? newest * 0.8 : null,
      feedback: random.between(30, 95),
      retrievals: random.between(0, 12),
    });
  });
  const first = originals[0]?.lesson;
  const closings = originals.flatMap(({ lesson }) => lesson.content.split('\n\n').slice(4));
  const content = [first?.content.split('\n\n').slice(0, 4).join('\n\n'), ...new Set(closings)].join('\n\n');
  return {
    originals,
    suggestion: {
      id: idFor(seed, `suggestion:${index}`),
      group_id: idFor(seed, `suggestion:${index}:group`),
      kind: 'consolidation',
      content,
      lessons_learned: first?.lesson ?? '',
      keywords: [...(first?.keywords ?? [])],
      // Merged by the rules above, not by a model.
      generated_by: 'deterministic',
      memory_block_ids: originals.map(({ block }) => block.id),
      state,
      ...scopeColumns(seed, agent.home),
      created_at: daysBefore(now, newest),
      updated_at: daysBefore(now, state === 'pending' ? newest : newest * 0.8),
    },
  };
}

export function generateSuggestions(seed: number, now: Date): GeneratedSuggestion[] {
  return Array.from({ length: DEMO_SUGGESTIONS }, (_, index) => generate(seed, now, index));
}
