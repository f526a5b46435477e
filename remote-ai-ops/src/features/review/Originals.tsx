/** The memories that would become one, beside each other. */
import { RelativeTime, Tag } from '@hindsight/shared-ui/core';
import type { ReviewedBlock } from '../../model/block';
import { shortId } from '../../model/block';
import { MemoryLink, useBlockAddress } from '../review/MemoryLinks';
import styles from './Originals.module.css';

interface OriginalsProps {
  ids: readonly string[];
  /** In the order of the ids, null where one is gone; undefined while they load. */
  blocks: readonly (ReviewedBlock | null)[] | undefined;
}

/** Those that are gone or archived say so: then nothing can be merged any more. */
export function Originals({ ids, blocks }: OriginalsProps) {
  const addressOf = useBlockAddress();
  return (
    <ul className={styles.originals} aria-busy={blocks === undefined}>
      {ids.map((id, index) => {
        const block = blocks?.[index];
        return (
          <li key={id} className={styles.original}>
            <div className={styles.head}>
              <strong>Original {index + 1}</strong>
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
            {block === undefined ? (
              <div className={styles.waiting} />
            ) : block === null ? (
              <p className={styles.soft}>Memory {shortId(id)} was deleted since the suggestion was made.</p>
            ) : (
              <>
                {/* Scrolls by itself, so that the originals stay beside each other. */}
                <div
                  className={styles.text}
                  dir="auto"
                  tabIndex={0}
                  role="group"
                  aria-label={`Text of original ${index + 1}`}
                >
                  <p>{block.content}</p>
                  {block.lesson && <p className={styles.lesson}>{block.lesson}</p>}
                </div>
                <div className={styles.foot}>
                  {block.agent && <span>{block.agent}</span>}
                  {block.createdAt && <RelativeTime iso={block.createdAt} />}
                  <MemoryLink to={addressOf(id)} label={`View original ${index + 1}`}>
                    View
                  </MemoryLink>
                </div>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
