/** The page `/playground`: recall results for a question with one or two settings, and the pinned questions. */
import { useState } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { writeProblem, MAX_RECALLED } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, lazyDialog } from '@hindsight/shared-ui/core';
import { ListSearch, choiceParameter, textParameter, useListView } from '@hindsight/shared-ui/data';
import { useAgents } from '../../api/agents';
import { usePinnedQuestions, useRecall } from '../../api/playground';
import { useRecentMemories } from '../../api/recentMemories';
import { isUsable, FILTER_DEBOUNCE_MS } from '../../model/memoryFilters';
import { comparisonText, settingsOnWire, toPlaygroundView, DEFAULT_SETTINGS } from '../../model/playground';
import { ConversationFilter } from '../lists/ConversationFilter';
import { NOTHING_YET } from '../memoryBlocks/texts';
import { NextStep } from '../parts/NextStep';
import type { PinDialogProps } from './PinDialog';
import { PinnedQuestions } from './PinnedQuestions';
import { RecallResults } from './RecallResults';
import { SettingsBar } from './SettingsBar';
import styles from './Playground.module.css';
import { ASK, SIGN_IN_TO } from './texts';
import type { Parameter } from '@hindsight/shared-ui/data';
import type { Settings } from '../../model/playground';
import { SEARCH_MODES } from '../../model/searchModes';
import { FILTER_PARAMETERS } from '../lists/filterParameters';

const MODES = SEARCH_MODES.map(({ value }) => value);
const modeParameter = choiceParameter(MODES, DEFAULT_SETTINGS.mode);
const archivedParameter = choiceParameter(['without', 'with'], DEFAULT_SETTINGS.archived);
const limitParameter: Parameter<number> = {
  fallback: DEFAULT_SETTINGS.limit,
  parse: (text) => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_RECALLED ? Number(text) : undefined),
  format: String,
};

const PARAMETERS = {
  ...FILTER_PARAMETERS,
  mode: modeParameter,
  limit: limitParameter,
  archived: archivedParameter,
  compare: choiceParameter(['no', 'yes'], 'no'),
  agentB: textParameter(),
  modeB: modeParameter,
  limitB: limitParameter,
  archivedB: archivedParameter,
};

const usePlaygroundView = () => useListView(PARAMETERS, FILTER_DEBOUNCE_MS);

type Playground = ReturnType<typeof usePlaygroundView>;

function toSides({ view }: Playground): { a: Settings; b: Settings } {
  const { mode, limit, agent, archived } = view;
  const b = { mode: view.modeB, limit: view.limitB, agent: view.agentB, archived: view.archivedB };
  return { a: { mode, limit, agent, archived }, b };
}

/** Address parameters for the settings of side B. */
function toSideBParameters({ mode, limit, agent, archived }: Partial<Settings>) {
  return {
    ...(mode !== undefined && { modeB: mode }),
    ...(limit !== undefined && { limitB: limit }),
    ...(agent !== undefined && { agentB: agent }),
    ...(archived !== undefined && { archivedB: archived }),
  };
}

const PinDialog = lazyDialog<PinDialogProps>(() => import('./PinDialog').then((part) => part.PinDialog));

export function PlaygroundPage() {
  const { session, scope, guardWrite } = useShell();
  const list = usePlaygroundView();
  const { view, show } = list;
  const { a, b } = toSides(list);
  const question = view.search;
  const { conversation } = view;
  const isAsked = question !== '' && isUsable(view);
  const isCompared = view.compare === 'yes';
  const recallA = useRecall({ question, conversation, settings: a }, isAsked);
  const recallB = useRecall({ question, conversation, settings: b }, isAsked && isCompared);
  const pinned = usePinnedQuestions();
  const agents = useAgents();
  const recent = useRecentMemories();
  useExpiredSession(recallA.error ?? pinned.error, 'search the memories');
  const [isPinning, setPinning] = useState(false);

  const problem = writeProblem(session, scope);
  const names = agents.data ?? NO_AGENTS;
  const idsA = recallA.data?.hits.map(({ id }) => id) ?? [];
  const idsB = recallB.data?.hits.map(({ id }) => id) ?? [];
  const known = recallA.data;
  const canPin = isAsked && known !== undefined && !recallA.isPlaceholderData;
  const pinButton = (
    <Button
      disabled={!canPin || problem !== null}
      title={problem ?? undefined}
      onClick={() => guardWrite(SIGN_IN_TO.pin) && setPinning(true)}
    >
      Pin this question
    </Button>
  );
  const isBothKnown = recallA.data !== undefined && recallB.data !== undefined;

  return (
    <div className={styles.page}>
      <div className={styles.question} role="search" aria-label="Playground">
        <div className={styles.row}>
          <div className={styles.ask}>
            <ListSearch
              list={list}
              label="Question"
              placeholder="Ask in your own words, as your agent would"
            />
          </div>
          <ConversationFilter list={list} />
        </div>
        <div className={styles.row}>
          <SettingsBar
            side={isCompared ? 'A' : undefined}
            settings={a}
            agents={agents.data}
            onChange={show}
          />
          {isCompared && (
            <SettingsBar
              side="B"
              settings={b}
              agents={agents.data}
              onChange={(change) => show(toSideBParameters(change))}
            />
          )}
          {isCompared ? (
            <Button onClick={() => show({ compare: 'no' })}>Stop comparing</Button>
          ) : (
            <Button onClick={() => show({ compare: 'yes', ...toSideBParameters(a) })}>
              Compare two settings
            </Button>
          )}
          {pinButton}
        </div>
      </div>
      {!isAsked &&
        (recent.data?.total === 0 ? (
          <EmptyState kind="nothing-yet" {...NOTHING_YET} action={<NextStep />} />
        ) : (
          <EmptyState kind="no-match" {...ASK} />
        ))}
      {isAsked && isCompared && <p role="status">{isBothKnown ? comparisonText(idsA, idsB) : ''}</p>}
      {isAsked && (
        <div className={styles.sides}>
          <RecallResults
            question={question}
            {...(isCompared && { side: 'A' as const })}
            recall={recallA}
            mode={a.mode}
            other={isCompared && isBothKnown ? { name: 'B', ids: idsB } : undefined}
          />
          {isCompared && (
            <RecallResults
              question={question}
              side="B"
              recall={recallB}
              mode={b.mode}
              other={isBothKnown ? { name: 'A', ids: idsA } : undefined}
            />
          )}
        </div>
      )}
      <PinnedQuestions
        key={scopeKey(scope)}
        pinned={pinned}
        agents={names}
        problem={problem}
        onAsk={(row) => show({ ...toPlaygroundView(row), compare: 'no' })}
        pinCurrent={canPin && pinButton}
      />
      {isPinning && known && (
        <PinDialog
          question={question}
          settings={settingsOnWire(a, conversation)}
          rows={[...known.hits, ...known.justMissed, ...known.archived]}
          pinned={pinned.data?.find((row) => row.question === question)}
          onClose={() => setPinning(false)}
        />
      )}
    </div>
  );
}

const NO_AGENTS: never[] = [];
