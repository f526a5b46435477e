/** Suggested keywords of many memories as checkboxes, paginated by memory. */
import type { KeywordSuggestion } from '@hindsight/shared-contracts/api';
import { IdLabel } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { shortId } from '../../model/block';
import { isExisting, newKeywords, type KeywordChoice } from '../../model/keywordSuggestion';
import { MethodTag } from '../review/MethodTag';
import { keywordTexts as texts } from './texts';
import styles from './SuggestionChoices.module.css';

const BLOCKS_PER_PAGE = 20;

interface SuggestionChoicesProps {
  suggestions: readonly KeywordSuggestion[];
  choice: KeywordChoice;
  onToggle(blockId: string, keyword: string): void;
  /** Selects all new keywords of a memory, or none. */
  onToggleBlock(suggestion: KeywordSuggestion, all: boolean): void;
  disabled: boolean;
}

/** Keywords that a memory already has are marked `(existing)` and cannot be selected. */
export function SuggestionChoices(props: SuggestionChoicesProps) {
  const { suggestions, choice, onToggle, onToggleBlock, disabled } = props;
  const [page, setPage] = useState(1);
  const shown = suggestions.slice((page - 1) * BLOCKS_PER_PAGE, page * BLOCKS_PER_PAGE);
  return (
    <>
      <ul className={styles.blocks} aria-label={texts.suggestions}>
        {shown.map((suggestion) => {
          const { memory_block_id: blockId, memory_block_content_preview: preview } = suggestion;
          const chosen = choice[blockId] ?? [];
          const available = newKeywords(suggestion);
          return (
            <li key={blockId} className={styles.block}>
              <div className={styles.head}>
                <PlainCheckbox
                  label={texts.allTextsFor(shortId(blockId))}
                  value={available.length > 0 && chosen.length === available.length}
                  indeterminate={chosen.length > 0 && chosen.length < available.length}
                  disabled={disabled || available.length === 0}
                  onChange={(all) => onToggleBlock(suggestion, all)}
                />
                <IdLabel id={blockId} label="memory ID" />
                <MethodTag method={suggestion.generated_by} />
              </div>
              {preview && (
                <p className={styles.preview} dir="auto">
                  {preview}
                </p>
              )}
              <div className={styles.keywords} role="group" aria-label={texts.loadKeywords(shortId(blockId))}>
                {suggestion.suggested_keywords.map((keyword) => {
                  const exists = isExisting(suggestion, keyword);
                  return (
                    <PlainCheckbox
                      isLabelShown
                      key={keyword}
                      label={exists ? texts.existing(keyword) : keyword}
                      value={exists || chosen.includes(keyword)}
                      disabled={disabled || exists}
                      onChange={() => onToggle(blockId, keyword)}
                    />
                  );
                })}
                {suggestion.suggested_keywords.length === 0 && (
                  <span className={styles.none}>{texts.noneOfMemory}</span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Pagination
        page={page}
        pageSize={BLOCKS_PER_PAGE}
        total={suggestions.length}
        onChange={setPage}
        label="memories"
      />
    </>
  );
}
