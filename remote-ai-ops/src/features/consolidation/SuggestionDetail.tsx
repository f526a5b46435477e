/** A suggestion in full: what would be merged, beside the originals, and what of it is taken over. */
import { ErrorState, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { Select } from '@hindsight/shared-ui/data';
import { Checkbox } from '@hindsight/shared-ui/form';
import { SizeChange } from '@hindsight/shared-ui/review';
import { useState } from 'react';
import type { useBlocks } from '../../api/blocks';
import type { AcceptedParts } from '../../api/suggestions';
import { memories, shortId } from '../../model/block';
import type { SuggestionRow } from '../../model/suggestionRow';
import { statusLook } from '../../model/suggestionStatus';
import { MemoryLink, MemoryPartNotice, useBlockAddress } from '../review/MemoryLinks';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { ReviewFields } from '../review/ReviewFields';
import { Originals } from './Originals';
import styles from './SuggestionDetail.module.css';

interface SuggestionDetailProps {
  row: SuggestionRow;
  originals: Pick<ReturnType<typeof useBlocks>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  accepted: AcceptedParts;
  /** Absent where it is all or nothing, or decided already. */
  onAccept?(next: AcceptedParts): void;
}

const CONTENT_ONLY: ReadonlySet<string> = new Set(['content']);
const BOTH: ReadonlySet<string> = new Set(['content', 'lesson']);

/** The word diff compares the merged text with one original at a time. */
export function SuggestionDetail({ row, originals, accepted, onAccept }: SuggestionDetailProps) {
  const [comparedId, setComparedId] = useState<string | undefined>();
  const addressOf = useBlockAddress();
  const look = statusLook(row.status);
  const blocks = (originals.data ?? []).filter((block) => block !== null);
  const compared = blocks.find(({ id }) => id === comparedId) ?? blocks[0];
  const number = compared ? row.originalIds.indexOf(compared.id) + 1 : 0;
  const toggleKeyword = (keyword: string) =>
    onAccept?.({
      ...accepted,
      keywords: accepted.keywords.includes(keyword)
        ? accepted.keywords.filter((one) => one !== keyword)
        : [...accepted.keywords, keyword],
    });

  return (
    <div className={styles.detail}>
      <ReviewFacts
        facts={[
          [
            'Status',
            <Tag key="status" tone={look.tone} icon={look.icon}>
              {look.label}
            </Tag>,
          ],
          ['Suggested', row.createdAt && <RelativeTime key="time" iso={row.createdAt} />],
          ['Made by', <MethodTag key="method" method={row.method} />],
          ['Reason', `${memories(row.originalIds.length)} say nearly the same.`],
          [
            'Size',
            blocks.length > 0 && (
              <SizeChange
                key="size"
                before={blocks.map(({ content, lesson }) => `${content}\n${lesson}`).join('\n')}
                after={`${row.content}\n${row.lesson}`}
              />
            ),
          ],
          [
            'Became',
            row.mergedId && (
              <MemoryLink key="merged" to={addressOf(row.mergedId)}>
                Merged memory {shortId(row.mergedId)}
              </MemoryLink>
            ),
          ],
          ['Suggestion ID', <IdLabel key="id" id={row.id} label="suggestion ID" />],
        ]}
      />
      <section aria-label="Original memories" className={styles.section}>
        <h3>Original memories</h3>
        <MemoryPartNotice />
        {originals.error && !originals.data ? (
          <ErrorState
            title="Failed to load the original memories"
            detail={originals.error.message}
            onRetry={() => void originals.refetch()}
            retrying={originals.isFetching}
          />
        ) : (
          <Originals ids={row.originalIds} blocks={originals.data} />
        )}
      </section>
      <section aria-label="Merged memory" className={styles.section}>
        <h3>Merged memory</h3>
        <ReviewFields
          fields={[
            { key: 'content', label: 'Content', before: compared?.content ?? '', after: row.content },
            { key: 'lesson', label: 'Lessons learned', before: compared?.lesson ?? '', after: row.lesson },
          ]}
          labels={{ before: number > 0 ? `Original ${number}` : 'Original', after: 'Merged' }}
          accepted={accepted.lesson ? BOTH : CONTENT_ONLY}
          fixed={CONTENT_ONLY}
          {...(onAccept && { onToggle: () => onAccept({ ...accepted, lesson: !accepted.lesson }) })}
          aside={
            blocks.length > 1 && (
              <Select
                label="Compare with"
                value={compared?.id}
                options={blocks.map(({ id }) => ({
                  value: id,
                  label: `Compare with original ${row.originalIds.indexOf(id) + 1}`,
                }))}
                onChange={setComparedId}
              />
            )
          }
        />
        {!accepted.lesson && (
          <p className={styles.note}>The lessons of the originals are kept and joined instead.</p>
        )}
      </section>
      {row.keywords.length > 0 && (
        <section aria-label="Suggested keywords" className={styles.section}>
          <h3>Suggested keywords</h3>
          <div className={styles.keywords}>
            {row.keywords.map((keyword) =>
              onAccept ? (
                <Checkbox
                  key={keyword}
                  label={keyword}
                  value={accepted.keywords.includes(keyword)}
                  onChange={() => toggleKeyword(keyword)}
                />
              ) : (
                <Tag key={keyword}>{keyword}</Tag>
              ),
            )}
          </div>
        </section>
      )}
    </div>
  );
}
