/** What a ranked search did to the words, above its hits. */
import { Button } from '@hindsight/shared-ui/core';
import { isFallback } from '../../api/memoryPage';
import type { MemoryView } from '../../model/memoryFilters';
import type { RankedRows } from '../../model/rankedMemory';
import { asTyped } from '../../model/typedWords';
import styles from './MemoryResults.module.css';
import { correctionText, exactly, FELL_BACK, meaningText, notIndexedText, unknownText } from './texts';
import type { MemoryList } from './useMemoryView';

interface RankedNotesProps {
  view: MemoryView;
  rows: RankedRows;
  show: MemoryList['show'];
}

/** Words that were corrected or are unknown, a search by meaning that fell back to words or has failed, and what meaning cannot find yet. */
export function RankedNotes({ view, rows: { items, notes }, show }: RankedNotesProps) {
  const { corrections = [], unknownWords = [], notIndexedByMeaning, meaning } = notes ?? {};
  const problem = meaning && meaningText(meaning);
  const fellBack = isFallback(view.mode, items);
  return (
    <>
      {fellBack && <p className={styles.note}>{items[0]?.explanation || FELL_BACK}</p>}
      {corrections.length > 0 && (
        <p className={styles.note} role="status">
          {correctionText(corrections)}{' '}
          <Button type="link" size="small" onClick={() => show({ mode: 'text' })}>
            {exactly(view.search)}
          </Button>
        </p>
      )}
      {unknownWords.length > 0 && (
        <p className={styles.note}>{unknownText(asTyped(unknownWords, view.search))}</p>
      )}
      {problem && <p className={styles.note}>{problem}</p>}
      {notIndexedByMeaning && <p className={styles.note}>{notIndexedText(notIndexedByMeaning)}</p>}
    </>
  );
}
