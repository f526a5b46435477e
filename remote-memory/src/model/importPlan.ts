/** What of a file is stored, and under which names. */
import type { AgentName } from './agent';
import { copyNumbers, type Match } from './duplicates';
import type { ImportItem, Reading } from '@hindsight/import-formats';
import { assignTurns } from './importSuccessors';

/** What is stored by default. The first leaves out only what the workspace has already. */
export const IMPORT_CHOICES = [
  { value: 'new', label: 'All new memories' },
  { value: 'unlike', label: 'Only memories with nothing similar here' },
  { value: 'all', label: 'Everything, including memories already here' },
] as const;

export type ImportChoice = (typeof IMPORT_CHOICES)[number]['value'];

/** Whether the choice for all rows takes one. */
export function isTaken(choice: ImportChoice, match: Match | null): boolean {
  if (choice === 'all') return true;
  return choice === 'new' ? match?.kind !== 'same' : match === null;
}

/** The agents and keywords of a workspace. */
export interface KnownNames {
  agents: readonly AgentName[];
  keywords: readonly string[];
}

/** What the workspace lacks. */
export interface MissingNames {
  agents: string[];
  keywords: string[];
  /** Some rows name no agent at all. */
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

/** Finds the workspace's own agent that a row names, by id or by name. */
function agentFinder(agents: readonly AgentName[]) {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const byName = new Map(agents.map((agent) => [toKey(agent.name), agent]));
  return ({ row }: ImportItem): AgentName | undefined =>
    byId.get(row.agent_id ?? '') ?? (row.agent_name ? byName.get(toKey(row.agent_name)) : undefined);
}

/** What the rows and the file name and the workspace does not have. */
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

/** What a person decided about names. */
export interface NameChoices {
  createAgents: boolean;
  createKeywords: boolean;
  /** The agent of rows that have none: its id, or the name of a new one. */
  fallback: { id: string } | { name: string } | null;
}

/** A row with its place in the file. */
export interface NumberedRow {
  number: number;
  /** By which other rows of the file name it. */
  id: string | null;
  row: ImportItem['row'];
  /** Rows of earlier turns are stored before it (see `turnsOf`). */
  turn: number;
}

/** An import, ready to be sent. */
export interface PlannedImport {
  rows: NumberedRow[];
  /** Chosen although the workspace has them already. */
  equalRows: NumberedRow[];
  /** Describes agents that are created with rows. */
  agents: Reading['agents'];
  /** Whatever the workspace does with secrets. */
  masksSecrets: boolean;
  /** Names of the file that no row has. */
  unused: Pick<Reading, 'agents' | 'keywords'>;
}

/** @param chosen items with what they resemble. */
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
  const rowsThat = (wanted: boolean): NumberedRow[] =>
    planned.flatMap(({ isSame, ...one }, at) =>
      isSame === wanted ? [{ ...one, turn: turns[at] ?? 0 }] : [],
    );
  return {
    rows: rowsThat(false),
    equalRows: rowsThat(true),
    agents: file.agents,
    masksSecrets,
    unused: {
      agents: createAgents ? file.agents.filter(({ name }) => isUnusedAgent(name)) : [],
      keywords: createKeywords ? distinct(file.keywords).filter(isUnusedKeyword) : [],
    },
  };
}
