/** What of a dry run is stored, and under which names. */
import { useMemo, useState } from 'react';
import { useAgents } from '../../api/agents';
import { useKeywords } from '../../api/keywords';
import { byName, type AgentName } from '../../model/agent';
import type { Match } from '../../model/duplicates';
import {
  isTaken,
  missingNames,
  planImport,
  type ImportChoice,
  type MissingNames,
  type NameChoices,
  type PlannedImport,
} from '../../model/importPlan';
import type { ImportItem } from '../../model/importItem';
import type { Plan } from './useImport';

interface PlanRow {
  item: ImportItem;
  match: Match | null;
  isChosen: boolean;
}

export interface PlanState {
  rows: readonly PlanRow[];
  /** How many rows are chosen. */
  count: number;
  choice: ImportChoice;
  /** Chooses for all rows, also those that were changed one by one. */
  choose(choice: ImportChoice): void;
  toggle(item: ImportItem): void;
  missing: MissingNames;
  names: NameChoices;
  setNames(names: Partial<NameChoices>): void;
  agents: readonly AgentName[];
  /** Whether some of what is chosen has no agent without `names.fallback`. */
  needsAgent: boolean;
  /** Null while something is missing or loading. */
  planned: PlannedImport | null;
}

const NO_READING = { items: [], agents: [], keywords: [], problems: [] };

export function usePlan(plan: Plan | null): PlanState {
  const agentList = useAgents();
  const keywordList = useKeywords();
  const agents = useMemo(() => byName(agentList.data ?? []), [agentList.data]);
  const keywords = useMemo(() => (keywordList.data ?? []).map(({ text }) => text), [keywordList.data]);
  const [choice, setChoice] = useState<ImportChoice>('new');
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const [names, setNames] = useState<NameChoices>({
    createAgents: true,
    createKeywords: true,
    fallback: null,
  });
  const reading = plan?.reading ?? NO_READING;
  const rows = useMemo<PlanRow[]>(
    () =>
      reading.items.map((item, index) => {
        const match = plan?.matches[index] ?? null;
        return { item, match, isChosen: isTaken(choice, match) !== changed.has(item.number) };
      }),
    [reading, plan, choice, changed],
  );
  const known = useMemo(() => ({ agents, keywords }), [agents, keywords]);
  const chosen = useMemo(() => rows.filter(({ isChosen }) => isChosen), [rows]);
  const missing = useMemo(
    () =>
      missingNames(
        chosen.map(({ item }) => item),
        reading,
        known,
      ),
    [chosen, reading, known],
  );
  const needsAgent = missing.isUnnamed || (!names.createAgents && missing.agents.length > 0);
  const { fallback } = names;
  const hasAgent = fallback !== null && ('id' in fallback || fallback.name.trim() !== '');
  const isReady = agentList.data && keywordList.data && chosen.length > 0 && (!needsAgent || hasAgent);
  return {
    rows,
    count: chosen.length,
    choice,
    choose(next) {
      setChoice(next);
      setChanged(new Set());
    },
    toggle: ({ number }) =>
      setChanged((now) => {
        const next = new Set(now);
        if (!next.delete(number)) next.add(number);
        return next;
      }),
    missing,
    names,
    setNames: (next) => setNames((now) => ({ ...now, ...next })),
    agents,
    needsAgent,
    planned: isReady ? planImport(chosen, reading, known, names) : null,
  };
}
