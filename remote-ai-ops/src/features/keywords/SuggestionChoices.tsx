/** The suggested keywords of many blocks, each with a box; a page of blocks at a time. */
import { IdLabel } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { Checkbox } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import {
  isExisting,
  newKeywords,
  type KeywordChoice,
  type KeywordSuggestion,
} from '../../model/keywordSuggestion';
import { MethodTag } from '../review/MethodTag';
import styles from './SuggestionChoices.module.css';

/** Blocks of one page. */
export const BLOCKS_PER_PAGE = 20;

interface SuggestionChoicesProps {
  suggestions: readonly KeywordSuggestion[];
  choice: KeywordChoice;
  onToggle(blockId: string, keyword: string): void;
  /** Chooses all new keywords of a block, or none. */
  onToggleBlock(suggestion: KeywordSuggestion, all: boolean): void;
  disabled: boolean;
}

/** Keywords that a block has already say `(existing)` and cannot be chosen. */
export function SuggestionChoices(props: SuggestionChoicesProps) {
  const { suggestions, choice, onToggle, onToggleBlock, disabled } = props;
  const [page, setPage] = useState(1);
  const shown = suggestions.slice((page - 1) * BLOCKS_PER_PAGE, page * BLOCKS_PER_PAGE);
  return (
    <>
      <ul className={styles.blocks} aria-label="Memories with suggestions">
        {shown.map((suggestion) => {
          const { blockId, preview } = suggestion;
          const chosen = choice[blockId] ?? [];
          const offered = newKeywords(suggestion);
          return (
            <li key={blockId} className={styles.block}>
              <div className={styles.head}>
                <Checkbox
                  label={`All new keywords of memory ${blockId.slice(-8)}`}
                  hideLabel
                  value={offered.length > 0 && chosen.length === offered.length}
                  indeterminate={chosen.length > 0 && chosen.length < offered.length}
                  disabled={disabled || offered.length === 0}
                  onChange={(all) => onToggleBlock(suggestion, all)}
                />
                <IdLabel id={blockId} label="memory ID" />
                <MethodTag method={suggestion.method} />
              </div>
              {preview && (
                <p className={styles.preview} dir="auto">
                  {preview}
                </p>
              )}
              <div
                className={styles.keywords}
                role="group"
                aria-label={`Keywords of memory ${blockId.slice(-8)}`}
              >
                {suggestion.suggested.map((keyword) => {
                  const exists = isExisting(suggestion, keyword);
                  return (
                    <Checkbox
                      key={keyword}
                      label={exists ? `${keyword} (existing)` : keyword}
                      value={exists || chosen.includes(keyword)}
                      disabled={disabled || exists}
                      onChange={() => onToggle(blockId, keyword)}
                    />
                  );
                })}
                {suggestion.suggested.length === 0 && <span className={styles.none}>Nothing suggested.</span>}
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
