/** Row of a keyword: usage, age and similar keywords, with buttons to view its memories, edit and delete it. */
import { memo, useEffect, useRef, useState } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { MAX_KEYWORD } from '@hindsight/shared-contracts/rules';
import { Button, Icon, IconButton, Input, RelativeTime } from '@hindsight/shared-ui/core';
import { usageText, type Keyword } from '../../model/keyword';
import { FilterLink } from '../cards/FilterLink';
import { MarkedName } from '../cards/MarkedName';
import styles from './KeywordTile.module.css';
import { similarToText } from './texts';

interface KeywordTileProps {
  row: Keyword;
  search: string;
  /** Number of memories that use it; undefined until loaded. */
  count: number | undefined;
  /** Usage count of the most used keyword. */
  most: number;
  isCountFailed: boolean;
  /** Names of keywords that look like spelling variants. */
  similar: string | undefined;
  /** Why changes are disabled here, as a sentence; null if they are enabled. */
  problem: string | null;
  /** Checks the guest guard before the field opens. */
  mayEdit(): boolean;
  onView(row: Keyword): void;
  onUpdate(id: string, text: string): Promise<boolean>;
  onDelete(row: Keyword): void;
}

interface EditProps {
  text: string;
  onSave(text: string): Promise<boolean>;
  onClose(): void;
}

/** Inline edit field. Enter saves, Escape cancels; empty text is ignored. */
function KeywordEdit({ text, onSave, onClose }: EditProps) {
  const [draft, setDraft] = useState(text);
  const [busy, setBusy] = useState(false);
  const isEmpty = draft.trim() === '';

  async function save() {
    if (isEmpty || busy) return;
    if (draft.trim() === text) {
      onClose();
      return;
    }
    setBusy(true);
    if (await onSave(draft)) onClose();
    else setBusy(false);
  }
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Input
        aria-label={`New text for ${text}`}
        value={draft}
        maxLength={MAX_KEYWORD}
        autoFocus
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button size="small" type="primary" htmlType="submit" disabled={isEmpty} loading={busy}>
        Save
      </Button>
      <Button size="small" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}

export const KeywordTile = memo(function KeywordTile(props: KeywordTileProps) {
  const { row, search, count, most, isCountFailed, similar, problem, mayEdit, onView, onUpdate, onDelete } =
    props;
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Closing the field lost the focus; return it to the edit button.
    if (wasEditing.current && !editing && document.activeElement === document.body) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing) {
    return (
      <li className={styles.tile} data-row={row.id}>
        <KeywordEdit
          text={row.text}
          onSave={(text) => onUpdate(row.id, text)}
          onClose={() => setEditing(false)}
        />
      </li>
    );
  }
  return (
    <li className={styles.tile} data-row={row.id}>
      <span className={styles.text} dir="auto" title={row.text}>
        <MarkedName name={row.text} search={search} />
      </span>
      {count !== undefined || isCountFailed ? (
        <span className={styles.use}>
          <span className={styles.bar} aria-hidden>
            <span style={{ width: `${(100 * (count ?? 0)) / most}%` }} />
          </span>
          <FilterLink by="keyword" value={row.id}>
            {count === undefined ? 'Usage unknown' : usageText(count)}
          </FilterLink>
        </span>
      ) : (
        <span className={styles.waiting} role="img" aria-label="Loading" />
      )}
      <span className={styles.age}>
        <RelativeTime iso={row.createdAt} />
      </span>
      <span className={styles.similar} title={similar}>
        {similar && problem === null ? (
          <Link to={{ hash: '#clean-up' }}>{similarToText(similar)}</Link>
        ) : (
          similar && similarToText(similar)
        )}
      </span>
      <Button
        type="link"
        size="small"
        className={styles.view}
        data-opens
        aria-label={`View memories with ${row.text}`}
        onClick={() => onView(row)}
      >
        View memories
      </Button>
      <span className={styles.tools}>
        <IconButton
          ref={edit}
          label={problem ?? `Edit ${row.text}`}
          size="small"
          disabled={problem}
          onClick={() => mayEdit() && setEditing(true)}
        >
          <Icon name="edit" size={16} />
        </IconButton>
        <IconButton
          label={problem ?? `Delete ${row.text}`}
          size="small"
          disabled={problem}
          onClick={() => onDelete(row)}
        >
          <Icon name="delete" size={16} />
        </IconButton>
      </span>
    </li>
  );
});
