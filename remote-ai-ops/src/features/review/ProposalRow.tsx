/** One proposal in a list: a title that opens it, facts below, and actions at the end. */
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import type { ReactNode } from 'react';
import styles from './rows.module.css';

interface ProposalRowProps {
  title: string;
  isSelected: boolean;
  /** Undefined if it cannot be selected. */
  onToggle: (() => void) | undefined;
  onOpen(): void;
  facts: ReactNode;
  /** One-line summary. */
  text: string;
  end: ReactNode;
  /** Content below the facts. */
  children?: ReactNode;
}

export function ProposalRow(props: ProposalRowProps) {
  const { title, isSelected, onToggle, onOpen, facts, text, end, children } = props;
  return (
    <article className={styles.row} data-selected={isSelected || undefined}>
      <PlainCheckbox
        label={`Select ${title}`}
        value={isSelected}
        disabled={!onToggle}
        onChange={() => onToggle?.()}
      />
      <div className={styles.words}>
        <h2 className={styles.head} dir="auto">
          <button type="button" className={styles.open} data-opens onClick={onOpen}>
            {title}
          </button>
        </h2>
        <p className={styles.text} dir="auto" title={text}>
          {text}
        </p>
        <div className={styles.facts}>{facts}</div>
        {children}
      </div>
      <div className={styles.end}>{end}</div>
    </article>
  );
}
