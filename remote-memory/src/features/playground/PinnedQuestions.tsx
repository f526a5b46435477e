/** Pinned questions of the workspace with their last results, and Run all. */
import { useState, type ReactNode } from 'react';
import type { PinnedQuestion, PinnedQuestionRun } from '@hindsight/shared-contracts/api';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { Button, EmptyState, ErrorState, RelativeTime, StaleNotice, Tag } from '@hindsight/shared-ui/core';

import type { AgentName } from '../../model/agent';
import { outcomeText, settingsText } from '../../model/playground';
import { BlockLink } from '../cards/BlockLink';
import styles from './Playground.module.css';
import { NO_PINNED, PINNED_FAILED, runResultText } from './texts';
import { usePinnedWrites } from './usePinnedWrites';

const PASSED = {
  true: { tone: 'good', icon: 'check', label: 'Passed' },
  false: { tone: 'bad', icon: 'warning', label: 'Failed' },
} as const;

function Result({ passed, at }: { passed: boolean; at?: string }) {
  const { tone, icon, label } = PASSED[`${passed}`];
  return (
    <>
      <Tag tone={tone} icon={icon}>
        {label}
      </Tag>
      {at !== undefined && <RelativeTime iso={at} wording="time" />}
    </>
  );
}

function Outcomes({ run: { memories }, limit }: { run: PinnedQuestionRun; limit: number }) {
  return (
    <ul className={styles.outcomes} aria-label="Expected memories">
      {memories.map((memory) => {
        const { memory_block_id: id, title } = memory;
        return (
          <li key={id}>
            {title === null ? 'A deleted memory' : <BlockLink id={id}>{title}</BlockLink>}:{' '}
            {outcomeText(memory, limit)}
          </li>
        );
      })}
    </ul>
  );
}

interface PinnedQuestionsProps {
  pinned: UseQueryResult<PinnedQuestion[]>;
  agents: readonly AgentName[];
  /** Why changes are disabled, or null. */
  problem: string | null;
  /** Asks a question again with its pinned settings. */
  onAsk(question: PinnedQuestion): void;
  /** Shown while nothing is pinned. */
  pinCurrent: ReactNode;
}

export function PinnedQuestions({ pinned, agents, problem, onAsk, pinCurrent }: PinnedQuestionsProps) {
  const writes = usePinnedWrites();
  const [runs, setRuns] = useState<ReadonlyMap<string, PinnedQuestionRun> | null>(null);
  const { data, error, isFetching } = pinned;
  const retry = () => void pinned.refetch();

  async function runAll() {
    const results = await writes.run();
    if (results) setRuns(new Map(results.map((run) => [run.id, run])));
  }
  const ran = (data ?? []).flatMap(({ id }) => runs?.get(id) ?? []);
  return (
    <section className={styles.pinned} aria-labelledby="pinned-questions">
      <div className={styles.head}>
        <h2 id="pinned-questions" className={styles.heading}>
          Pinned questions
        </h2>
        {data && data.length > 0 && (
          <Button loading={writes.busy} onClick={() => void runAll()}>
            Run all
          </Button>
        )}
      </div>
      {!data && error && <ErrorState title={PINNED_FAILED} query={pinned} />}
      {data && error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {data?.length === 0 && <EmptyState kind="nothing-yet" icon="help" {...NO_PINNED} action={pinCurrent} />}
      <p role="status">
        {ran.length > 0 && runResultText(ran.filter(({ passed }) => passed).length, ran.length)}
      </p>
      {data && data.length > 0 && (
        <ul className={styles.questions} aria-label="Pinned questions">
          {data.map((row) => {
            const run = runs?.get(row.id);
            const { question, settings, last_run: last } = row;
            return (
              <li key={row.id} className={styles.pin}>
                <p className={styles.title} dir="auto">
                  {question}
                </p>
                <div className={styles.facts}>
                  {run ? (
                    <Result passed={run.passed} />
                  ) : last ? (
                    <Result passed={last.passed} at={last.at} />
                  ) : (
                    <Tag>Not run yet</Tag>
                  )}
                  <span>{settingsText(settings, agents)}</span>
                  <Button size="small" aria-label={`Ask “${question}”`} onClick={() => onAsk(row)}>
                    Ask
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Unpin “${question}”`}
                    disabled={problem}
                    onClick={() => void writes.unpin(row)}
                  >
                    Unpin
                  </Button>
                </div>
                {run && <Outcomes run={run} limit={settings.limit} />}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
