/** Selects the memories of an import and resolves their agents and keywords. */
import type { AgentName } from './agent';
import { copyNumbers, type Match } from './duplicates';
import type { ImportItem, Reading } from '@hindsight/import-formats';
import { assignTurns } from './importSuccessors';

/** Choices for all rows. The first and default one omits only memories that the workspace already has. */
export const IMPORT_CHOICES = [
  { value: 'new', label: 'All new memories' },
  { value: 'unlike', label: 'Only memories with nothing similar here' },
  { value: 'all', label: 'Everything, including memories already here' },
] as const;

export type ImportChoice = (typeof IMPORT_CHOICES)[number]['value'];

/** Whether the choice for all rows includes an item with this match. */
export function isTaken(choice: ImportChoice, match: Match | null): boolean {
  if (choice === 'all') return true;
  return choice === 'new' ? match?.kind !== 'same' : match === null;
}

/** Agents and keywords of a workspace. */
export interface KnownNames {
  agents: readonly AgentName[];
  keywords: readonly string[];
}

/** Names that the workspace lacks. */
export interface MissingNames {
  agents: string[];
  keywords: string[];
  /** Whether some rows have no agent. */
  isUnnamed: boolean;
}

const toKey = (name: string) => name.trim().toLowerCase();
const isMissingFrom = (known: Iterable<string>) => {
  const keys = new Set([...known].map(toKey));
  return (name: string) => !keys.has(toKey(name));
};
const distinct = (names: readonly string[]) => [
  ...new Map(names.map((name) => [toKey(name), name])).values(),
];

/** Finds the workspace agent of a row by ID, then by name. */
function agentFinder(agents: readonly AgentName[]) {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const byName = new Map(agents.map((agent) => [toKey(agent.name), agent]));
  return ({ row }: ImportItem): AgentName | undefined =>
    byId.get(row.agent_id ?? '') ?? (row.agent_name ? byName.get(toKey(row.agent_name)) : undefined);
}

/** Names used by the rows or the file that the workspace lacks. */
export function missingNames(items: readonly ImportItem[], file: Reading, known: KnownNames): MissingNames {
  const findAgent = agentFinder(known.agents);
  const strangers = items.filter((item) => !findAgent(item));
  const agentNames = [
    ...strangers.flatMap(({ row }) => row.agent_name ?? []),
    ...file.agents.map(({ name }) => name),
  ];
  const keywords = [...items.flatMap(({ row }) => row.keywords ?? []), ...file.keywords];
  return {
    agents: distinct(agentNames).filter(isMissingFrom(known.agents.map(({ name }) => name))),
    keywords: distinct(keywords).filter(isMissingFrom(known.keywords)),
    isUnnamed: strangers.some(({ row }) => !row.agent_name),
  };
}

/** A person's choices for missing names. */
export interface NameChoices {
  createAgents: boolean;
  createKeywords: boolean;
  /** Agent of rows without one: its ID, or the name of a new agent. */
  fallback: { id: string } | { name: string } | null;
}

/** A row with its position in the file. */
export interface NumberedRow {
  number: number;
  /** ID by which other rows of the file refer to it. */
  id: string | null;
  row: ImportItem['row'];
  /** Rows of earlier turns are stored before it (see `assignTurns`). */
  turn: number;
}

/** An import ready to send. */
export interface PlannedImport {
  rows: NumberedRow[];
  /** Rows selected although the workspace already has them. */
  equalRows: NumberedRow[];
  /** Descriptions of agents that are created along with rows. */
  agents: Reading['agents'];
  /** Redacts secrets regardless of the workspace's setting. */
  masksSecrets: boolean;
  /** Names in the file that no row uses. */
  unused: Pick<Reading, 'agents' | 'keywords'>;
}

/** @param chosen selected items with their matches. */
export function planImport(
  chosen: readonly { item: ImportItem; match: Match | null }[],
  file: Reading,
  known: KnownNames,
  { createAgents, createKeywords, fallback }: NameChoices,
  masksSecrets = false,
): PlannedImport {
  const isNewKeyword = isMissingFrom(known.keywords);
  const findAgent = agentFinder(known.agents);
  const copies = new Map(copyNumbers(file.items).map((copy, at) => [file.items[at]?.number, copy]));
  const planned = chosen.map(({ item, match }) => {
    const { agent_id: _id, agent_name: name, keywords, ...rest } = item.row;
    const own = findAgent(item);
    const agent = own
      ? { agent_id: own.id }
      : name && createAgents
        ? { agent_name: name }
        : fallback && 'id' in fallback
          ? { agent_id: fallback.id }
          : { agent_name: fallback?.name ?? null };
    const words = createKeywords ? keywords : keywords?.filter((text) => !isNewKeyword(text));
    const row = { ...rest, ...agent, ...(words && { keywords: words }), copy: copies.get(item.number) };
    return { number: item.number, id: item.id, row, isSame: match?.kind === 'same' };
  });
  const turns = assignTurns(planned);
  const used = planned.map(({ row }) => row.agent_name ?? '');
  const isUnusedAgent = isMissingFrom([...known.agents.map(({ name }) => name), ...used]);
  const isUnusedKeyword = isMissingFrom([
    ...known.keywords,
    ...planned.flatMap(({ row }) => row.keywords ?? []),
  ]);
  const selectRows = (wanted: boolean): NumberedRow[] =>
    planned.flatMap(({ isSame, ...one }, at) =>
      isSame === wanted ? [{ ...one, turn: turns[at] ?? 0 }] : [],
    );
  return {
    rows: selectRows(false),
    equalRows: selectRows(true),
    agents: file.agents,
    masksSecrets,
    unused: {
      agents: createAgents ? file.agents.filter(({ name }) => isUnusedAgent(name)) : [],
      keywords: createKeywords ? distinct(file.keywords).filter(isUnusedKeyword) : [],
    },
  };
}
