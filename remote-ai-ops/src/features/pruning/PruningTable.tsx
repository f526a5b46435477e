/** What is proposed, row by row. */
import { excerpt, Icon, IconButton, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { useListKeys } from '@hindsight/shared-ui/data';
import { Checkbox } from '@hindsight/shared-ui/form';
import { useRef } from 'react';
import { MemoryEye } from './MemoryEye';
import { PRUNING } from '../../model/limits';
import { scoreBadge, scoreText, type PruningSuggestion } from '../../model/pruning';
import styles from './PruningTable.module.css';

interface PruningTableProps {
  rows: readonly PruningSuggestion[];
  /** Blocks that could not be archived. */
  failed: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  onToggle(id: string): void;
  onSelectAll(all: boolean): void;
  onReview(id: string): void;
  onArchive(id: string): void;
}

const SCORE_HINT =
  'From 1 to 100. The lower it is, the less the memory is worth and the sooner it should go.';

/** A table of its own, because its rows take the keys of lists: J and K move, X selects, Enter reviews, E archives. */
export function PruningTable(props: PruningTableProps) {
  const { rows, failed, selected, onToggle, onSelectAll, onReview, onArchive } = props;
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list, { onSelect: onToggle, onArchive });
  return (
    // Scrolls sideways by itself, so that the page does not.
    <div className={styles.frame} role="region" aria-label="Pruning suggestions" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                label="Select all"
                hideLabel
                value={selected.size === rows.length}
                indeterminate={selected.size > 0 && selected.size < rows.length}
                onChange={onSelectAll}
              />
            </th>
            <th scope="col">ID</th>
            <th scope="col">
              <span title={SCORE_HINT}>Score</span>
            </th>
            <th scope="col">Reason</th>
            <th scope="col">Content</th>
            <th scope="col">Created</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody ref={list}>
          {rows.map((row) => {
            const badge = scoreBadge(row.score);
            return (
              <tr key={row.id} data-row={row.id} data-selected={selected.has(row.id) || undefined}>
                <td>
                  <Checkbox
                    label={`Select memory ${row.id.slice(-8)}`}
                    hideLabel
                    value={selected.has(row.id)}
                    onChange={() => onToggle(row.id)}
                  />
                </td>
                <td>
                  <IdLabel id={row.id} label="memory ID" />
                </td>
                <td>
                  <span className={styles.score}>
                    {scoreText(row.score)} <Tag tone={badge.tone}>{badge.label}</Tag>
                  </span>
                </td>
                <td className={styles.reason} title={row.reason}>
                  {excerpt(row.reason, PRUNING.reasonLength)}
                  {failed.has(row.id) && <span className={styles.failed}>Could not be archived.</span>}
                </td>
                <td className={styles.content} dir="auto">
                  {excerpt(row.preview, PRUNING.contentLength)}
                </td>
                <td>{row.createdAt && <RelativeTime iso={row.createdAt} />}</td>
                <td>
                  <span className={styles.actions}>
                    <MemoryEye id={row.id} />
                    <IconButton
                      label={`Review memory ${row.id.slice(-8)}`}
                      data-opens
                      onClick={() => onReview(row.id)}
                    >
                      <Icon name="pruning" />
                    </IconButton>
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
