/** Dialog to merge near-duplicate keywords and delete unused ones. */
import { useState } from 'react';
import type { KeywordChange, KeywordCleanup } from '@hindsight/shared-contracts/api';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, CardSkeleton } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { Checkbox } from '@hindsight/shared-ui/form';
import { useKeywordCleanup } from '../../api/keywords';
import { ChangePreview } from './ChangePreview';
import styles from './CleanupDialog.module.css';
import { CleanupGroup, type CleanupGroupProps } from './CleanupGroup';
import { chosenChanges, type Choice, useCleanupChoice } from './useCleanupChoice';
import type { KeywordWrites } from './useKeywordWrites';
import { CLEANUP_FAILED, CLEANUP_HINT, cleanLabel, keepLabel, moreUnused, NOTHING_TO_CLEAN } from './texts';

export interface CleanupDialogProps {
  /** Resolves with whether it succeeded. */
  onClean(changes: KeywordChange[]): Promise<boolean>;
  /** Resolves with whether it succeeded. */
  onDismissDuplicate: KeywordWrites['dismissDuplicate'];
  /** Resolves with whether it succeeded. */
  onKeepUnused: KeywordWrites['keepUnused'];
  onClose(): void;
}

interface ListsProps {
  found: KeywordCleanup;
  choice: Choice;
  onDismissDuplicate: CleanupGroupProps['onDismissDuplicate'];
  onKeepUnused(ids: string[]): void;
}

/** Both lists, each with a button to select all. */
function Lists({ found, choice, onDismissDuplicate, onKeepUnused }: ListsProps) {
  const { duplicates, unused, unused_total: total } = found;
  const { ticked, kept, tick, keep } = choice;
  const others = duplicates.flatMap(({ keywords }) => keywords.map(({ keyword_id: id }) => id));
  const idle = unused.map(({ keyword_id: id }) => id);
  const chosen = idle.filter((id) => ticked.has(id));
  return (
    <>
      <p>{CLEANUP_HINT}</p>
      {duplicates.length > 0 && (
        <section className={styles.section} aria-label="Near duplicates">
          <div className={styles.head}>
            <h3>Near duplicates</h3>
            <Button size="small" onClick={() => tick(others, !others.every((id) => ticked.has(id)))}>
              Select all
            </Button>
          </div>
          {duplicates.map((group) => (
            <CleanupGroup
              key={group.keywords[0]?.keyword_id}
              keywords={group.keywords}
              kept={kept}
              ticked={ticked}
              onKeep={keep}
              onTick={(id, value) => tick([id], value)}
              onDismissDuplicate={onDismissDuplicate}
            />
          ))}
        </section>
      )}
      {unused.length > 0 && (
        <section className={styles.section} aria-label="Not used">
          <div className={styles.head}>
            <h3>Unused keywords ({formatNumber(total)})</h3>
            <Button size="small" onClick={() => tick(idle, !idle.every((id) => ticked.has(id)))}>
              Select all
            </Button>
            <Button size="small" disabled={chosen.length === 0} onClick={() => onKeepUnused(chosen)}>
              {keepLabel(chosen.length)}
            </Button>
          </div>
          <ul className={styles.unused} aria-label="Unused keywords">
            {unused.map(({ keyword_id: id, keyword_text: text }) => (
              <li key={id}>
                <Checkbox
                  label={<span dir="auto">{text}</span>}
                  value={ticked.has(id)}
                  onChange={(value) => tick([id], value)}
                />
              </li>
            ))}
          </ul>
          {total > unused.length && <p>{moreUnused(total - unused.length)}</p>}
        </section>
      )}
    </>
  );
}

/** Nothing is preselected: only a person can tell which keywords mean the same. */
export function CleanupDialog({ onClean, onDismissDuplicate, onKeepUnused, onClose }: CleanupDialogProps) {
  const cleanup = useKeywordCleanup();
  const { data, error } = cleanup;
  useExpiredSession(error, 'load keywords');
  const choice = useCleanupChoice();
  const [busy, setBusy] = useState(false);
  const { changes, merged, deleted } = chosenChanges(data, choice);
  const isClean = data && data.duplicates.length === 0 && data.unused.length === 0;

  async function clean() {
    setBusy(true);
    if (await onClean(changes)) onClose();
    else setBusy(false);
  }
  async function dismissDuplicate(keyword: { id: string; text: string }, others: string[]) {
    setBusy(true);
    if (await onDismissDuplicate(keyword, others)) choice.tick([keyword.id], false);
    setBusy(false);
  }
  async function keepUnused(ids: string[]) {
    setBusy(true);
    if (await onKeepUnused(ids)) choice.tick(ids, false);
    setBusy(false);
  }
  return (
    <Modal
      title="Clean up keywords"
      size="large"
      busy={busy}
      onClose={onClose}
      footer={
        <div className={styles.foot}>
          <ChangePreview changes={changes} />
          <Button onClick={onClose} disabled={busy}>
            {isClean ? 'Close' : 'Cancel'}
          </Button>
          {!isClean && (
            <Button
              type="primary"
              disabled={changes.length === 0}
              loading={busy}
              onClick={() => void clean()}
            >
              {changes.length === 0 ? 'Clean up' : cleanLabel(merged, deleted)}
            </Button>
          )}
        </div>
      }
    >
      {!data && !error && <CardSkeleton rows="tall" count={3} />}
      {!data && error && <ErrorState title={CLEANUP_FAILED} query={cleanup} />}
      {isClean && <EmptyState kind="nothing-yet" icon="check" {...NOTHING_TO_CLEAN} />}
      {data && !isClean && (
        <Lists
          found={data}
          choice={choice}
          onDismissDuplicate={(keyword, others) => void dismissDuplicate(keyword, others)}
          onKeepUnused={(ids) => void keepUnused(ids)}
        />
      )}
    </Modal>
  );
}
