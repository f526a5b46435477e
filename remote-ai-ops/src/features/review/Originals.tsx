/** Memories to be merged, side by side. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { shortId } from '../../model/block';
import { MemoryLink, useMemoryAddress } from './MemoryLinks';
import { reviewTexts } from './texts';
import styles from './Originals.module.css';

interface OriginalsProps {
  ids: readonly string[];
  /** In the order of the ids, null for deleted ones; undefined while loading. */
  blocks: readonly (MemoryBlock | null)[] | undefined;
}

function OriginalText({ block, number }: { block: MemoryBlock; number: number }) {
  const addressFor = useMemoryAddress();
  return (
    <>
      {/* Scrolls separately, so that the originals stay side by side. */}
      <div
        className={styles.text}
        dir="auto"
        tabIndex={0}
        role="group"
        aria-label={reviewTexts.textOfOriginal(number)}
      >
        <p>{block.content}</p>
        {block.lessons_learned && <p className={styles.lesson}>{block.lessons_learned}</p>}
      </div>
      <div className={styles.foot}>
        <span>{block.agent_name}</span>
        <RelativeTime iso={block.created_at} />
        <MemoryLink to={addressFor(block.id)} label={reviewTexts.viewOriginal(number)}>
          View
        </MemoryLink>
      </div>
    </>
  );
}

/** Tags deleted and archived originals, which prevent the merge. */
export function Originals({ ids, blocks }: OriginalsProps) {
  return (
    <ul className={styles.originals} aria-busy={blocks === undefined}>
      {ids.map((id, index) => {
        const block = blocks?.[index];
        return (
          <li key={id} className={styles.original}>
            <div className={styles.head}>
              <strong>{reviewTexts.original(index + 1)}</strong>
              {block?.archived && (
                <Tag icon="archived" tone="warn">
                  Archived
                </Tag>
              )}
              {block === null && (
                <Tag icon="delete" tone="bad">
                  Deleted
                </Tag>
              )}
            </div>
            {block === undefined && <div className={styles.waiting} />}
            {block === null && <p className={styles.soft}>{reviewTexts.deleted(shortId(id))}</p>}
            {block && <OriginalText block={block} number={index + 1} />}
          </li>
        );
      })}
    </ul>
  );
}
