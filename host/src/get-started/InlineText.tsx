/** A sentence with code between backticks. */
import styles from './InlineText.module.css';

export function InlineText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // Parts of a fixed sentence: their places are their identity.
      <code translate="no" key={index} className={styles.code}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
