/** A proposed text: each sentence with its source on hover, followed by the sentences it omits. */
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import { type Claims, findLeftOut, withSources } from '../../model/sources';
import { reviewTexts } from './texts';
import styles from './SourcedText.module.css';

interface SourcedTextProps {
  text: string;
  /** The original texts, in order. */
  sources: readonly string[];
  /** Sources of its sentences as claimed by a language model. */
  claims?: Claims | undefined;
}

/** With several originals, each passage is followed by the numbers of its sources. */
export function SourcedText({ text, sources, claims }: SourcedTextProps) {
  const sentences = withSources(text, sources, claims);
  const leftOut = findLeftOut(text, sources);
  const isMany = sources.length > 1;
  return (
    <>
      <p className={styles.text} dir="auto">
        {sentences.map((sentence, place) => {
          const { text: words, sources: from, isExact } = sentence;
          const blank = words.slice(words.trimEnd().length);
          const isLast = sentences[place + 1]?.sources.join() !== from.join();
          return (
            <span
              key={place}
              className={styles.sentence}
              data-new={(!isExact && words.trim() !== '') || undefined}
              title={words.trim() === '' ? undefined : reviewTexts.sourceText(from, isExact, isMany)}
            >
              {words.slice(0, words.length - blank.length)}
              {isMany && isLast && from.length > 0 && (
                <sup className={styles.number}>
                  <VisuallyHidden>{reviewTexts.sourceText(from, isExact, isMany)}</VisuallyHidden>
                  <span aria-hidden>{from.map((one) => one + 1).join(',')}</span>
                </sup>
              )}
              {blank}
            </span>
          );
        })}
      </p>
      {leftOut.length > 0 && (
        <section className={styles.out} aria-label={reviewTexts.leftOut(leftOut.length)}>
          <h4>{reviewTexts.leftOut(leftOut.length)}</h4>
          <ul>
            {leftOut.map(({ text: words, source }) => (
              <li key={`${source} ${words}`} dir="auto">
                {words} {isMany && <span className={styles.number}>{reviewTexts.original(source + 1)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
