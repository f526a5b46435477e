/** Sentence with code between backticks. */
import styles from './InlineText.module.css';

export function InlineText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // The parts of a fixed sentence never reorder, so the index is a stable key.
      <code translate="no" key={index} className={styles.code}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
