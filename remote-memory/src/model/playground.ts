/** Playground model: settings of a question, differences between two responses, and results of pinned questions. */
import type { ExpectedMemory, PinnedQuestion, RecallSettings } from '@hindsight/shared-contracts/api';
import { RECALL_LIMIT } from '@hindsight/shared-contracts/rules';
import { findAgentName, type AgentName } from './agent';
import { memoriesText } from './countTexts';
import { modeLabel, type SearchMode } from './searchModes';

/** Settings that an agent sends with the question. */
export interface Settings {
  mode: SearchMode;
  limit: number;
  /** Empty for the memories of all agents. */
  agent: string;
  archived: 'without' | 'with';
}

export const DEFAULT_SETTINGS: Settings = {
  mode: 'hybrid',
  limit: RECALL_LIMIT,
  agent: '',
  archived: 'without',
};

const LIMITS = [1, 3, 5, 10, 20, 50, 100, 200];

/** Limits as select options, including the one in the address. */
export function limitOptions(chosen: number): { value: string; label: string }[] {
  const limits = [...new Set([...LIMITS, chosen])].sort((a, b) => a - b);
  return limits.map((limit) => ({ value: String(limit), label: `First ${limit}` }));
}

export const settingsOnWire = (
  { mode, limit, agent, archived }: Settings,
  conversation: string,
): RecallSettings => ({
  mode,
  limit,
  agent_id: agent === '' ? null : agent,
  conversation_id: conversation === '' ? null : conversation,
  include_archived: archived === 'with',
});

/** View of the playground that repeats a pinned question. */
export function toPlaygroundView({ question, settings }: Pick<PinnedQuestion, 'question' | 'settings'>) {
  return {
    search: question,
    mode: settings.mode,
    limit: settings.limit,
    agent: settings.agent_id ?? '',
    conversation: settings.conversation_id ?? '',
    archived: settings.include_archived ? ('with' as const) : ('without' as const),
  };
}

/** `Best match, first 10, agent Reviewer, archived included`. */
export function settingsText(settings: RecallSettings, agents: readonly AgentName[]): string {
  const { mode, limit, agent_id: agentId, conversation_id: conversation } = settings;
  return [
    modeLabel(mode),
    `first ${limit}`,
    ...(agentId ? [`agent ${findAgentName(agentId, agents)}`] : []),
    ...(conversation ? ['one conversation'] : []),
    ...(settings.include_archived ? ['archived included'] : []),
  ].join(', ');
}

/** Difference between a hit's rank and its rank in the other response; empty if equal. */
export function differenceText(
  id: string,
  place: number,
  own: string,
  other: { name: string; ids: readonly string[] },
): string {
  const at = other.ids.indexOf(id) + 1;
  if (at === 0) return `Only in ${own}`;
  if (at === place) return '';
  const steps = Math.abs(at - place);
  return `${steps} ${steps === 1 ? 'place' : 'places'} ${at > place ? 'higher' : 'lower'} than in ${other.name}`;
}

/** `8 in both, 1 only in A, 2 only in B, 3 moved.` */
export function comparisonText(a: readonly string[], b: readonly string[]): string {
  if (a.length + b.length === 0) return 'Neither setting finds any memories.';
  const inBoth = a.filter((id) => b.includes(id));
  const moved = inBoth.filter((id) => a.indexOf(id) !== b.indexOf(id)).length;
  if (inBoth.length === a.length && a.length === b.length && moved === 0)
    return 'Both settings find the same memories in the same order.';
  const onlyA = a.length - inBoth.length;
  const onlyB = b.length - inBoth.length;
  return `${memoriesText(inBoth.length)} in both, ${onlyA} only in A, ${onlyB} only in B, ${moved} ranked differently.`;
}

const BECAME: Record<ExpectedMemory['state'], string> = {
  active: 'not found',
  merged: 'merged into a memory that wasn’t found',
  archived: 'archived',
  deleted: 'deleted',
};

/** Rank of an expected memory, or its state if it was not found. */
export function outcomeText({ state, place }: ExpectedMemory, limit: number): string {
  if (place === null) return BECAME[state];
  const merged = state === 'merged' ? 'merged into another memory, ' : '';
  return `${merged}found at rank ${place}${place > limit ? `, outside the top ${limit}` : ''}`;
}
