/** Generates memory blocks with their keywords: conversations, long logs, near-duplicates, stale and archived ones. */
import { idFor, randomFor } from './random';
import type { Random } from './random';
import { pickCase, writeLesson, writeLongLog } from './lessonWriter';
import type { Case, Lesson } from './lessonWriter';
import { daysBefore } from './rows';
import type { Row } from './rows';
import { agentId, DEMO_AGENTS, homeKey, scopeColumns } from './workspace';
import type { DemoAgent } from './workspace';

/** Age of the demo workspace. */
const DEMO_DAYS = 90;
const LONG_SHARE = 0.012;
const LONG_MINIMUM = 20_000;
const STALE_SHARE = 0.08;
const ARCHIVED_SHARE = 0.06;
const DUPLICATE_SHARE = 0.05;

export interface GeneratedBlock {
  block: Row & { id: string };
  lesson: Lesson;
  keywordIds: string[];
}

export interface BlockSource {
  /** The n-th block of the stream; call it with increasing indexes. */
  next: (index: number) => GeneratedBlock;
}

/** Id of a keyword in the catalog of an agent's workspace. */
export function keywordId(seed: number, agent: DemoAgent, text: string): string {
  return idFor(seed, `keyword:${homeKey(agent.home)}:${text}`);
}

function pickAgent(random: Random): DemoAgent {
  const total = DEMO_AGENTS.reduce((sum, agent) => sum + agent.weight, 0);
  let ticket = random.next() * total;
  return DEMO_AGENTS.find((agent) => (ticket -= agent.weight) < 0) ?? random.pick(DEMO_AGENTS);
}

/** Realistic feedback: mostly good, some doubtful or bad, some unrated (null). */
function feedback(random: Random, isStale: boolean): number | null {
  if (isStale) {
    const score = random.between(0, 25);
    return score > 12 ? null : score;
  }
  const shape = random.next();
  if (shape < 0.12) return null;
  return shape < 0.3 ? random.between(0, 59) : Math.min(100, random.between(55, 104));
}

/** Row of one agent's lesson. `days` is its age. */
export function blockRow(
  seed: number,
  now: Date,
  agent: DemoAgent,
  lesson: Lesson,
  facts: {
    id: string;
    conversationId: string;
    days: number;
    archivedDays: number | null;
    feedback: number | null;
    retrievals: number;
  },
): GeneratedBlock {
  const created = daysBefore(now, facts.days);
  return {
    lesson,
    keywordIds: lesson.keywords.map((text) => keywordId(seed, agent, text)),
    block: {
      id: facts.id,
      agent_id: agentId(seed, agent.name),
      conversation_id: facts.conversationId,
      content: lesson.content,
      errors: lesson.error,
      lessons_learned: lesson.lesson,
      summary: null,
      external_history_link: null,
      priority: null,
      category: lesson.keywords[0] ?? null,
      metadata: { service: lesson.service, source: 'demo' },
      feedback_score: facts.feedback,
      retrieval_count: facts.retrievals,
      origin: 'agent',
      archived: facts.archivedDays !== null,
      archived_at: facts.archivedDays === null ? null : daysBefore(now, facts.archivedDays),
      ...scopeColumns(seed, agent.home),
      created_at: created,
      updated_at: facts.archivedDays === null ? created : daysBefore(now, facts.archivedDays),
    },
  };
}

/** Stream of blocks for one seed: block n does not depend on the total, apart from its age relative to `now`. */
export function blockSource(seed: number, now: Date): BlockSource {
  const random = randomFor(seed, 'blocks');
  const conversations = new Map<string, { id: string; left: number; days: number }>();
  const lastCase = new Map<string, Case>();
  const headlines = new Set<string>();

  /** Consecutive blocks share a conversation and are hours apart. */
  const pickConversation = (agent: DemoAgent, index: number, isStale: boolean) => {
    const current = conversations.get(agent.name);
    if (current && current.left > 0 && !isStale) {
      current.left -= 1;
      current.days = Math.max(0.002, current.days - random.next() * 0.2);
      return current;
    }
    const days = isStale ? DEMO_DAYS - random.next() * 8 : random.next() ** 1.4 * (DEMO_DAYS - 1) + 0.02;
    const fresh = { id: idFor(seed, `conversation:${index}`), left: random.between(0, 6), days };
    if (!isStale) conversations.set(agent.name, fresh);
    return fresh;
  };

  /** Redraws while the headline is taken, up to a limit that only very large workspaces reach. */
  const freshCase = (agent: DemoAgent): Case => {
    for (let attempt = 0; ; attempt += 1) {
      const drawn = pickCase(random, random.pick(agent.topics));
      const headline = writeLesson(randomFor(seed, 'headline'), drawn).headline;
      if (attempt >= 8 || !headlines.has(headline)) {
        if (headlines.size < 20_000) headlines.add(headline);
        return drawn;
      }
    }
  };

  return {
    next: (index) => {
      const agent = pickAgent(random);
      const isStale = random.chance(STALE_SHARE);
      const earlier = lastCase.get(agent.name);
      const repeats = earlier !== undefined && random.chance(DUPLICATE_SHARE);
      const drawn = repeats ? earlier : freshCase(agent);
      lastCase.set(agent.name, drawn);
      const lesson = random.chance(LONG_SHARE)
        ? writeLongLog(random, agent.topics, LONG_MINIMUM)
        : writeLesson(random, drawn);
      const conversation = pickConversation(agent, index, isStale);
      const isArchived = random.chance(ARCHIVED_SHARE);
      return blockRow(seed, now, agent, lesson, {
        id: idFor(seed, `block:${index}`),
        conversationId: conversation.id,
        days: conversation.days,
        archivedDays: isArchived ? conversation.days * random.next() : null,
        feedback: feedback(random, isStale),
        retrievals: isStale ? 0 : Math.floor(-Math.log(1 - random.next()) * 9),
      });
    },
  };
}
