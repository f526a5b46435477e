/** Resolved items with who decided them, newest first; the latest decision about an item can be undone. */
import type { ReviewDecision } from '@hindsight/shared-contracts/api';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { describeError } from '@hindsight/shared-contracts/rules';
import { isForbidden, useShell } from '@hindsight/shared-contracts/shell';
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  RelativeTime,
  Tag,
  CardSkeleton,
} from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { reachableRows, usePlaces } from '@hindsight/shared-ui/places';
import { useState } from 'react';
import { decideItems, DECISIONS_PAGE_SIZE, useReviewDecisions } from '../../api/review';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { MemoryLink, useMemoryAddress } from '../review/MemoryLinks';
import { useWriteProblem } from '../review/useWriteProblem';
import styles from '../review/rows.module.css';
import { doneText, inboxTexts as texts, KEPT, KINDS, TONES } from './texts';

interface DecisionsProps {
  /** 1-based. */
  page: number;
  onPage(page: number): void;
}

export function Decisions({ page, onPage }: DecisionsProps) {
  const { api, guardWrite, scope, toasts } = useShell();
  const { place, turn } = usePlaces<string>(
    { view: { page }, show: (next) => onPage(next.page) },
    scopeKey(scope),
  );
  const decisions = useReviewDecisions(page, place);
  const invalidateLists = useInvalidateLists();
  const addressFor = useMemoryAddress();
  const problem = useWriteProblem();
  const [busy, setBusy] = useState(false);
  const { data, error } = decisions;

  async function undo({ kind, item_id: id }: ReviewDecision) {
    if (busy || !guardWrite(texts.signIn)) return;
    setBusy(true);
    try {
      const [result] = await decideItems(api, 'reopen', [{ kind, id }]);
      if (result?.success) toasts.show('success', texts.done('reopen', kind, 1));
      else toasts.show('error', texts.callFailed(result?.error ?? ''));
    } catch (reason) {
      toasts.show('error', texts.callFailed(describeError(reason)));
    } finally {
      setBusy(false);
      void invalidateLists();
    }
  }

  if (!data && !error) return <CardSkeleton rows="tall" count={6} />;
  if (!data && isForbidden(error)) return <EmptyState kind="no-access" title={texts.noAccess} />;
  if (!data) return <ErrorState title={texts.decisionsFailed} query={decisions} />;
  if (data.items.length === 0) return <EmptyState kind="nothing-yet" icon="clock" {...texts.noDecisions} />;
  const last = data.items.at(-1);
  return (
    <>
      {problem && <p className={styles.facts}>{problem}</p>}
      <ul className={styles.list} aria-label={texts.decisions}>
        {data.items.map((decision) => {
          const { label, icon } = KINDS[decision.kind];
          const [memory] = decision.memory_block_ids;
          const title = decision.title || texts.untitled;
          return (
            <li key={decision.id} className={styles.row}>
              <div className={styles.words}>
                <p className={styles.title} dir="auto">
                  {memory && decision.title ? (
                    <MemoryLink to={addressFor(memory)}>{title}</MemoryLink>
                  ) : (
                    title
                  )}
                </p>
                <p className={styles.facts}>
                  <Icon name={icon} size={14} />
                  <span>{label}</span>
                  <Tag tone={TONES[decision.verdict]}>
                    {decision.kept ? KEPT[decision.kept] : doneText(decision.kind, decision.verdict)}
                  </Tag>
                  <span>{texts.by(decision.actor_name)}</span>
                  <RelativeTime iso={decision.decided_at} wording="time" />
                </p>
              </div>
              {decision.may_reopen && (
                <Button
                  size="small"
                  disabled={problem ?? busy}
                  aria-label={`Undo: ${title}`}
                  onClick={() => void undo(decision)}
                >
                  Undo
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Pagination
        page={page}
        pageSize={DECISIONS_PAGE_SIZE}
        total={reachableRows(data, { page, size: DECISIONS_PAGE_SIZE })}
        onChange={(next) => turn(next, last && `${last.decided_at}_${last.id}`)}
        label="decisions"
      />
    </>
  );
}
