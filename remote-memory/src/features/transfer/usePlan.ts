/** Selection of memories and names to import after a dry run. */
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
import type { ImportItem, Reading } from '@hindsight/import-formats';
import { SECRET_CHOICES, type SecretChoice } from '../../model/importSecrets';
import type { Plan } from './useImport';
import { useSecretCheck, type SecretCheckState } from './useSecretCheck';

export interface PlanRow {
  item: ImportItem;
  match: Match | null;
  isChosen: boolean;
}

export interface PlanState {
  rows: readonly PlanRow[];
  /** Check of the selected rows. */
  secrets: SecretCheckState;
  secretChoice: SecretChoice;
  chooseForSecrets(choice: SecretChoice): void;
  /** Number of rows to store. */
  count: number;
  choice: ImportChoice;
  /** Applies to all rows and overrides individual selections. */
  choose(choice: ImportChoice): void;
  toggle(item: ImportItem): void;
  missing: MissingNames;
  names: NameChoices;
  setNames(names: Partial<NameChoices>): void;
  agents: readonly AgentName[];
  /** Whether some selected rows have no agent unless `names.fallback` is set. */
  needsAgent: boolean;
  /** False while input is missing, loading or being checked. */
  isReady: boolean;
  /** Builds the import; computed only on demand, because a file may have very many rows. */
  makePlan(): PlannedImport;
}

const NO_READING: Reading = {
  format: '',
  items: [],
  agents: [],
  keywords: [],
  problems: [],
  notes: [],
  questions: [],
};

export function usePlan(plan: Plan | null): PlanState {
  const agentList = useAgents();
  const keywordList = useKeywords();
  const agents = useMemo(() => byName(agentList.data ?? []), [agentList.data]);
  const keywords = useMemo(() => (keywordList.data ?? []).map(({ text }) => text), [keywordList.data]);
  const [choice, setChoice] = useState<ImportChoice>('new');
  const [changed, setChanged] = useState<ReadonlySet<ImportItem>>(new Set());
  const [wanted, chooseForSecrets] = useState<SecretChoice | null>(null);
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
        return { item, match, isChosen: isTaken(choice, match) !== changed.has(item) };
      }),
    [reading, plan, choice, changed],
  );
  const known = useMemo(() => ({ agents, keywords }), [agents, keywords]);
  const ticked = useMemo(() => rows.filter(({ isChosen }) => isChosen), [rows]);
  const secrets = useSecretCheck(
    plan,
    useMemo(() => ticked.map(({ item }) => item), [ticked]),
  );
  const { found, mode } = secrets;
  const offered = SECRET_CHOICES[mode];
  const secretChoice = wanted !== null && offered.includes(wanted) ? wanted : offered[0]!;
  const chosen = useMemo(
    () => (secretChoice === 'leave' ? ticked.filter(({ item }) => !found.has(item)) : ticked),
    [ticked, found, secretChoice],
  );
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
  const isNamed = Boolean(agentList.data && keywordList.data) && (!needsAgent || hasAgent);
  const isReady = isNamed && chosen.length > 0 && !secrets.isRunning;
  const masksSecrets = found.size > 0 && secretChoice === 'mask';
  return {
    rows,
    secrets,
    secretChoice,
    chooseForSecrets,
    count: chosen.length,
    choice,
    choose(next) {
      setChoice(next);
      setChanged(new Set());
    },
    toggle: (item) =>
      setChanged((now) => {
        const next = new Set(now);
        if (!next.delete(item)) next.add(item);
        return next;
      }),
    missing,
    names,
    setNames: (next) => setNames((now) => ({ ...now, ...next })),
    agents,
    needsAgent,
    isReady,
    makePlan: () => planImport(chosen, reading, known, names, masksSecrets),
  };
}
