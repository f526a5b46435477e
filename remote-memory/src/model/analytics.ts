/** The figures of a workspace, as the service sums them up or as they follow from its newest memory blocks. */
import { fields, firstText, numberOr, UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';
import type { MemoryRow } from './memoryRow';

/** The spec's number of conversations. */
export const TOP_CONVERSATIONS = 10;
/** The spec's most memory blocks that are loaded where the service does not sum up by itself. */
export const SAMPLE_SIZE = 1000;
/** Days of the series, today included. */
export const SERIES_DAYS = 90;

export interface AgentFigures {
  id: string;
  /** Empty when the answer does not name the agent. */
  name: string;
  memories: number;
  /** Mean feedback, 0 to 100; null when unknown. */
  score: number | null;
  /** How often agents read its memories; null when unknown. */
  retrievals: number | null;
}

export interface ConversationFigures {
  id: string;
  memories: number;
  /** ISO time of its newest memory; empty when unknown. */
  lastActivity: string;
}

export interface DayFigure {
  /** `2026-11-21`, in UTC. */
  date: string;
  count: number;
}

export interface Feedback {
  high: number;
  medium: number;
  low: number;
}

export interface Analytics {
  totalMemories: number;
  activeAgents: number;
  totalConversations: number;
  agents: AgentFigures[];
  conversations: ConversationFigures[];
  perDay: DayFigure[];
  feedback: Feedback;
  /** Null when every memory was counted by the service; else how many were read of how many there are (null: unknown). */
  sample: { read: number; total: number | null } | null;
}

const count = (value: unknown) => Math.max(0, Math.round(numberOr(value, 0)));

/**
 * Reads `GET /analytics/summary`.
 * @throws UnexpectedAnswerError when it does not say how many memories there are, or holds no list of agents, conversations or
 * days: a chart of nothing would be a lie.
 */
export function readSummary(answer: unknown): Analytics {
  const summary = fields(answer);
  const list = (name: string) => listIn(summary, name);
  const totals = fields(summary['totals']);
  const totalMemories = numberOr(totals['memory_blocks'], null);
  if (totalMemories === null) throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
  const feedback = fields(summary['feedback']);
  const agents = list('agents').map((value): AgentFigures => {
    const agent = fields(value);
    return {
      id: firstText(agent['agent_id']),
      name: firstText(agent['agent_name']),
      memories: count(agent['memory_block_count']),
      score: numberOr(agent['average_feedback_score'], null),
      retrievals: numberOr(agent['retrievals'], null),
    };
  });
  const conversations = list('top_conversations').map((value): ConversationFigures => {
    const conversation = fields(value);
    return {
      id: firstText(conversation['conversation_id']),
      memories: count(conversation['memory_block_count']),
      lastActivity: firstText(conversation['last_activity']),
    };
  });
  return {
    totalMemories: count(totalMemories),
    activeAgents: agents.filter(({ memories }) => memories > 0).length,
    totalConversations: count(totals['conversations']),
    agents,
    conversations: conversations.filter(({ id }) => id !== '').slice(0, TOP_CONVERSATIONS),
    perDay: list('created_per_day')
      .map((value) => ({ date: firstText(fields(value)['date']), count: count(fields(value)['count']) }))
      .filter(({ date }) => date !== ''),
    feedback: {
      high: count(feedback['high']),
      medium: count(feedback['medium']),
      low: count(feedback['low']),
    },
    sample: null,
  };
}

function grouped<K>(rows: readonly MemoryRow[], keyOf: (row: MemoryRow) => K): [K, MemoryRow[]][] {
  const groups = new Map<K, MemoryRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const DAY = 24 * 60 * 60 * 1000;
const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

function perDay(rows: readonly MemoryRow[], now: number): DayFigure[] {
  const counts = new Map<string, number>();
  for (const { createdAt } of rows) {
    const time = Date.parse(createdAt);
    if (!Number.isNaN(time)) counts.set(dayOf(time), (counts.get(dayOf(time)) ?? 0) + 1);
  }
  return Array.from({ length: SERIES_DAYS }, (_, index) => {
    const date = dayOf(now - (SERIES_DAYS - 1 - index) * DAY);
    return { date, count: counts.get(date) ?? 0 };
  });
}

function feedbackOf(rows: readonly MemoryRow[]): Feedback {
  const feedback = { high: 0, medium: 0, low: 0 };
  for (const { score } of rows) {
    if (score === null) continue;
    feedback[score >= 80 ? 'high' : score >= 60 ? 'medium' : 'low'] += 1;
  }
  return feedback;
}

/**
 * The same figures from memory blocks, newest first.
 * @param total how many there are in all; null where the service does not say.
 */
export function summariseRows(rows: readonly MemoryRow[], total: number | null, now: number): Analytics {
  const agents = grouped(rows, ({ agentId }) => agentId);
  const conversations = grouped(
    rows.filter(({ conversationId }) => conversationId !== ''),
    ({ conversationId }) => conversationId,
  );
  return {
    totalMemories: total ?? rows.length,
    activeAgents: agents.length,
    totalConversations: conversations.length,
    agents: agents.map(([id, blocks]) => ({
      id,
      name: blocks.find(({ agentName }) => agentName !== '')?.agentName ?? '',
      memories: blocks.length,
      score: mean(blocks.flatMap(({ score }) => score ?? [])),
      retrievals: blocks.reduce((sum, { retrievals }) => sum + retrievals, 0),
    })),
    conversations: conversations.slice(0, TOP_CONVERSATIONS).map(([id, blocks]) => ({
      id,
      memories: blocks.length,
      lastActivity: blocks.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), ''),
    })),
    perDay: perDay(rows, now),
    feedback: feedbackOf(rows),
    sample: { read: rows.length, total: total ?? (rows.length < SAMPLE_SIZE ? rows.length : null) },
  };
}

/** Whether the figures are about a part of the memories only. */
export function isPartial({ sample }: Pick<Analytics, 'sample'>): boolean {
  return sample !== null && sample.read !== sample.total;
}

/** What a page says of figures that the service did not sum up by itself. */
export function sampleText({ read, total }: { read: number; total: number | null }): string {
  const all = read.toLocaleString();
  if (read === total)
    return `Calculated from ${read === 1 ? 'the one memory block' : `all ${all} memory blocks`}.`;
  const whole = total === null ? '' : ` of ${total.toLocaleString()}`;
  return `Calculated from the newest ${all}${whole} memory blocks: older ones are not in these figures.`;
}
