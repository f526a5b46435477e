/** The queue beside the item under review. */
import { Icon, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { useListKeys, type Selection } from '@hindsight/shared-ui/data';
import { Checkbox } from '@hindsight/shared-ui/form';
import { useRef } from 'react';
import styles from './rows.module.css';
import { inboxTexts as texts, KINDS, TONES } from './texts';
import { keyOf, type Queue } from './useQueue';

interface InboxListProps {
  queue: Queue;
  selection: Selection;
}

/** J and K move, Enter shows an item, x selects it. What was decided stays, with what became of it. */
export function InboxList({ queue, selection }: InboxListProps) {
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, { selection });
  return (
    <ul ref={list} className={styles.list} aria-label={texts.list}>
      {queue.queue.map((item) => {
        const key = keyOf(item);
        const verdict = queue.decided.get(key);
        const { label, icon, done } = KINDS[item.kind];
        const title = item.title || texts.untitled;
        return (
          <li
            key={key}
            className={styles.row}
            data-row={key}
            data-current={item === queue.current || undefined}
          >
            <Checkbox
              label={texts.select(title)}
              hideLabel
              value={selection.ids.has(key)}
              disabled={verdict !== undefined}
              onChange={() => selection.toggle(key)}
            />
            <div className={styles.words}>
              <button
                type="button"
                className={styles.open}
                data-opens
                aria-current={item === queue.current || undefined}
                onClick={() => queue.show(key)}
                dir="auto"
              >
                {title}
              </button>
              <p className={styles.facts}>
                <Icon name={icon} size={14} />
                <span>{label}</span>
                {verdict ? (
                  <Tag tone={TONES[verdict]}>{done[verdict]}</Tag>
                ) : (
                  <RelativeTime iso={item.created_at} wording="time" />
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
