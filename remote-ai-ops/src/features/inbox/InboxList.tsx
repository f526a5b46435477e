/** The queue beside the item under review. */
import { Icon, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { PlainCheckbox, useListKeys, type Selection } from '@hindsight/shared-ui/data';
import { useEffect, useRef } from 'react';
import page from './ReviewPage.module.css';
import styles from '../review/rows.module.css';
import { doneText, inboxTexts as texts, KINDS, TONES } from './texts';
import { toKey, type Queue } from './useQueue';

interface InboxListProps {
  queue: Queue;
  /** Absent on the page of a single kind, whose rows have no checkboxes and show the reason instead of the kind. */
  selection: Selection | undefined;
  /** Whether the current item is shown in the panel. */
  isOpen: boolean;
  onOpen(): void;
  /** Maximum number of rows; all when undefined. */
  limit: number | undefined;
}

/** J and K move and show, X selects. Resolved items stay, with their outcome. */
export function InboxList({ queue, selection, isOpen, onOpen, limit }: InboxListProps) {
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, selection && { selection });
  const current = queue.current && toKey(queue.current);
  // Scrolls only the list, not the item under review. Runs after layout, because it measures the rows.
  useEffect(() => {
    const rows = list.current;
    const row = rows?.querySelector<HTMLElement>('[data-current]');
    if (!rows || !row) return;
    const [inside, all] = [row.getBoundingClientRect(), rows.getBoundingClientRect()];
    // On an unscrolled page the list extends below the window.
    const end = Math.min(all.bottom, window.innerHeight);
    if (inside.top < all.top) rows.scrollTop -= all.top - inside.top;
    else if (inside.bottom > end) rows.scrollTop += inside.bottom - end;
  }, [current]);
  return (
    <ul ref={list} className={`${styles.list} ${page.queue}`} aria-label={texts.list}>
      {queue.queue.slice(0, limit).map((item) => {
        const key = toKey(item);
        const verdict = queue.decided.get(key);
        const { label, icon } = KINDS[item.kind];
        const title = item.title || texts.untitled;
        const isGone = queue.isGone && item === queue.current;
        return (
          <li
            key={key}
            className={styles.row}
            data-row={key}
            data-current={(isOpen && item === queue.current) || undefined}
          >
            {selection && (
              <PlainCheckbox
                label={texts.select(title)}
                value={selection.ids.has(key)}
                disabled={verdict !== undefined || isGone}
                onChange={() => selection.toggle(key)}
              />
            )}
            <div className={styles.words}>
              <button
                type="button"
                className={styles.open}
                data-opens
                aria-current={(isOpen && item === queue.current) || undefined}
                onFocus={isOpen ? () => queue.show(key) : undefined}
                onClick={() => {
                  queue.show(key);
                  onOpen();
                }}
                dir="auto"
              >
                {title}
              </button>
              <p className={`${styles.facts} ${styles.short}`}>
                <Icon name={icon} size={14} />
                <span>
                  {item.kind === 'consolidation'
                    ? texts.merges(item.memory_block_ids.length)
                    : selection
                      ? label
                      : item.reason || label}
                </span>
                {verdict && <Tag tone={TONES[verdict]}>{doneText(item.kind, verdict)}</Tag>}
                {isGone && <Tag>{texts.goneTag}</Tag>}
                {!verdict && !isGone && <RelativeTime iso={item.created_at} wording="time" />}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
