/** Configuration snippet with its location and a copy button. */
import type { Snippet } from '@hindsight/shared-contracts/clients';
import { CopyButton } from '@hindsight/shared-ui/core';
import { useId } from 'react';
import styles from './SnippetBox.module.css';

interface SnippetBoxProps {
  snippet: Snippet;
  /** Displayed instead of the text, e.g. with a masked secret; copying uses the full text. */
  shown?: string;
}

/** The text scrolls inside its box and is reachable by keyboard. */
export function SnippetBox({ snippet, shown = snippet.text }: SnippetBoxProps) {
  const { label, note, text, language } = snippet;
  const id = useId();
  return (
    <figure className={styles.snippet} aria-labelledby={id}>
      <figcaption className={styles.head}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <CopyButton text={text} label={`Copy ${label}`} />
      </figcaption>
      <pre translate="no" className={styles.text} data-language={language} tabIndex={0} aria-labelledby={id}>
        <code>{shown}</code>
      </pre>
      {note && <p className={styles.note}>{note}</p>}
    </figure>
  );
}
