/** Table of suggestions. */
import type { PruningSuggestion } from '@hindsight/shared-contracts/api';
import { excerpt, Icon, IconButton, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { PlainCheckbox, useListKeys, type Selection } from '@hindsight/shared-ui/data';
import { useRef } from 'react';
import { useNavigate } from '@hindsight/shared-contracts/router';
import { shortId } from '../../model/block';
import { PRUNING } from '../../model/limits';
import { scoreBadge, scoreText } from '../../model/pruning';
import { useMemoryProblem } from '../review/MemoryLinks';
import { pruningTexts as texts } from './texts';
import styles from './PruningTable.module.css';

interface PruningTableProps {
  rows: readonly PruningSuggestion[];
  /** Reasons for failed archiving, by memory id. */
  failed: ReadonlyMap<string, string>;
  selection: Selection;
  onArchive(ids: readonly string[]): void;
}

/** While the memory remote is unavailable, the label gives the reason and the button does nothing. */
function ViewMemoryButton({ id }: { id: string }) {
  const navigate = useNavigate();
  const problem = useMemoryProblem();
  return (
    <IconButton
      label={texts.viewMemory(shortId(id), problem)}
      aria-disabled={problem !== null}
      data-opens
      onClick={() => {
        if (!problem) void navigate(`/memory-blocks/${id}`);
      }}
    >
      <Icon name={problem ? 'unavailable' : 'eye'} />
    </IconButton>
  );
}

/** Rows have the list shortcuts: J and K move, X selects, Enter opens the memory, E archives the selection or the row. */
export function PruningTable(props: PruningTableProps) {
  const { rows, failed, selection, onArchive } = props;
  const { ids: selected, toggle, set } = selection;
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list, { selection, onArchive });
  return (
    // Scrolls horizontally, so that the page does not.
    <div className={styles.frame} role="region" aria-label={texts.table} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <PlainCheckbox
                label="Select all"
                value={selected.size === rows.length}
                indeterminate={selected.size > 0 && selected.size < rows.length}
                onChange={(all) => set(all ? rows.map((row) => row.memory_block_id) : [])}
              />
            </th>
            <th scope="col">ID</th>
            <th scope="col">
              <span title={texts.hints.score}>Score</span>
            </th>
            <th scope="col">Reason</th>
            <th scope="col">Content</th>
            <th scope="col">Created</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody ref={list}>
          {rows.map((row) => {
            const { memory_block_id: id, pruning_score: score } = row;
            const badge = scoreBadge(score);
            return (
              <tr key={id} data-row={id} data-selected={selected.has(id) || undefined}>
                <td>
                  <PlainCheckbox
                    label={texts.selectMemory(shortId(id))}
                    value={selected.has(id)}
                    onChange={() => toggle(id)}
                  />
                </td>
                <td>
                  <IdLabel id={id} label="memory ID" />
                </td>
                <td>
                  <span className={styles.score}>
                    {scoreText(score)} <Tag tone={badge.tone}>{badge.label}</Tag>
                  </span>
                </td>
                <td className={styles.reason} title={row.rationale}>
                  {excerpt(row.rationale, PRUNING.reasonLength)}
                  {failed.has(id) && (
                    <span className={styles.failed}>{texts.notArchived(failed.get(id) ?? '')}</span>
                  )}
                </td>
                <td className={styles.content} dir="auto">
                  {excerpt(row.content_preview, PRUNING.contentLength)}
                </td>
                <td>
                  <RelativeTime iso={row.created_at} />
                </td>
                <td>
                  <ViewMemoryButton id={id} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
