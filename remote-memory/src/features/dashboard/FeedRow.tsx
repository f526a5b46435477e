/** A memory in one line: the lesson, which opens it, its conversation and age, and the three answers to "Is it right?". */
import type { KeyboardEvent } from 'react';
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { Link } from '@hindsight/shared-contracts/router';
import { Icon, RelativeTime, Tag, VisuallyHidden } from '@hindsight/shared-ui/core';
import { conversationPath } from '../../model/blockAddress';
import { previewText, titleOf } from '../../model/cardText';
import { JUDGMENTS, PROBLEM_NAMES } from '../../model/judgments';
import type { Memory } from '../../model/memory';
import { useActionProblems } from '../blockActions/useActionProblems';
import { BlockLink } from '../cards/BlockLink';
import { useJudgment } from '../memoryBlock/useJudgment';
import styles from './Feed.module.css';

interface FeedRowProps {
  row: Memory;
  /** Since the person's last visit. */
  isNew: boolean;
}

export function FeedRow({ row, isNew }: FeedRowProps) {
  const { write } = useActionProblems();
  const { judge, judged } = useJudgment(row.id);
  const said = judged ?? row.problem;
  // On the row itself: a key acts on the memory that has the focus, and on no other.
  const onKeyDown = (event: KeyboardEvent) => {
    const found = JUDGMENTS.find(({ key }) => key === event.key.toLowerCase());
    if (!found || write !== null || event.repeat || !isShortcut(event.nativeEvent)) return;
    event.preventDefault();
    void judge(found.kind);
  };
  return (
    <li data-row={row.id} className={styles.row} data-new={isNew || undefined} onKeyDown={onKeyDown}>
      <article className={styles.line}>
        <span className={styles.lesson} dir="auto">
          {isNew && <VisuallyHidden>New: </VisuallyHidden>}
          <BlockLink id={row.id}>{previewText(row)}</BlockLink>
        </span>
        {row.problem !== null && <Tag tone="warn">{PROBLEM_NAMES[row.problem]}</Tag>}
        <span className={styles.facts}>
          <Link
            className={styles.conversation}
            to={conversationPath(row.conversationId)}
            aria-label={`Conversation of: ${titleOf(row)}`}
            title="Open the conversation"
          >
            <Icon name="conversation" size={16} />
          </Link>
          <RelativeTime iso={row.createdAt} />
        </span>
        <span role="group" aria-label={`Is it right? ${titleOf(row)}`} className={styles.answers}>
          {JUDGMENTS.map(({ kind, key, label }) => (
            <button
              key={kind}
              type="button"
              className={styles.answer}
              aria-pressed={said === kind}
              aria-keyshortcuts={key}
              disabled={write !== null}
              title={write ?? `${label} (${key.toUpperCase()})`}
              onClick={() => void judge(kind)}
            >
              {label}
            </button>
          ))}
        </span>
      </article>
    </li>
  );
}
