/** Group of near-duplicate keywords: the one to keep, and those to merge into it. */
import type { KeywordCleanup } from '@hindsight/shared-contracts/api';
import { Button } from '@hindsight/shared-ui/core';
import { Checkbox, SelectInput } from '@hindsight/shared-ui/form';
import { memoriesText } from '../../model/countTexts';
import styles from './CleanupDialog.module.css';
import { KEEP_APART, LIKENESS } from './texts';
import { findKept } from './useCleanupChoice';

type Keywords = KeywordCleanup['duplicates'][number]['keywords'];

export interface CleanupGroupProps {
  keywords: Keywords;
  /** ID of the keyword to keep by the ID of its group's first keyword. */
  kept: ReadonlyMap<string, string>;
  ticked: ReadonlySet<string>;
  onKeep(group: string, id: string): void;
  onTick(id: string, value: boolean): void;
  /** Marks a keyword as distinct from the others of its group. */
  onDismissDuplicate(keyword: { id: string; text: string }, others: string[]): void;
}

/** Lets the person select the keyword to keep; others are merged into it if checked, or marked as distinct. */
export function CleanupGroup({
  keywords,
  kept,
  ticked,
  onKeep,
  onTick,
  onDismissDuplicate,
}: CleanupGroupProps) {
  const [first] = keywords;
  const stays = findKept(keywords, kept);
  if (!first || !stays) return null;
  const ids = keywords.map(({ keyword_id: id }) => id);
  return (
    <div className={styles.group} role="group" aria-label={`Like ${first.keyword_text}`}>
      <SelectInput
        label="Keep"
        value={stays.keyword_id}
        options={keywords.map(({ keyword_id: value, keyword_text: label, memories }) => ({
          value,
          label: `${label} · ${memoriesText(memories)}`,
        }))}
        onChange={(id) => id && onKeep(first.keyword_id, id)}
      />
      <ul aria-label={`Merge into ${stays.keyword_text}`}>
        {keywords
          .filter(({ keyword_id: id }) => id !== stays.keyword_id)
          .map(({ keyword_id: id, keyword_text: text, memories, likeness }) => (
            <li key={id} className={styles.other}>
              <Checkbox
                label={
                  <>
                    <span dir="auto">{text}</span>
                    <span className={styles.note}>
                      {[memoriesText(memories), likeness && LIKENESS[likeness]].filter(Boolean).join(' · ')}
                    </span>
                  </>
                }
                value={ticked.has(id)}
                onChange={(value) => onTick(id, value)}
              />
              <Button
                size="small"
                type="link"
                aria-label={`${KEEP_APART}: ${text}`}
                onClick={() =>
                  onDismissDuplicate(
                    { id, text },
                    ids.filter((other) => other !== id),
                  )
                }
              >
                {KEEP_APART}
              </Button>
            </li>
          ))}
      </ul>
    </div>
  );
}
