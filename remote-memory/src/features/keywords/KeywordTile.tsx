/** One keyword: its use, its memories, editing and deleting it. */
import { memo, useEffect, useRef, useState } from 'react';
import { MAX_KEYWORD } from '@hindsight/shared-contracts/rules';
import { Button, Icon, IconButton, Input } from '@hindsight/shared-ui/core';
import { usageText, type Keyword } from '../../model/keyword';
import { FilterLink } from '../cards/FilterLink';
import { MarkedName } from '../cards/MarkedName';
import styles from './KeywordTile.module.css';

interface KeywordTileProps {
  row: Keyword;
  search: string;
  /** How often it is used; undefined until it is known. */
  count: number | undefined;
  /** The counts could not be loaded. */
  isCountFailed: boolean;
  /** Why nothing can be changed here, as a sentence; null when it can. */
  problem: string | null;
  /** Asks the guest guard before the field opens. */
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

/** The field in place of the keyword. Enter saves, Escape leaves; an empty text is ignored. */
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
        aria-label={`New text of ${text}`}
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
  const { row, search, count, isCountFailed, problem, mayEdit, onView, onUpdate, onDelete } = props;
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The field took the focus with it.
    if (wasEditing.current && !editing && document.activeElement === document.body) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <li className={styles.tile} data-row={row.id}>
      {editing ? (
        <KeywordEdit
          text={row.text}
          onSave={(text) => onUpdate(row.id, text)}
          onClose={() => setEditing(false)}
        />
      ) : (
        <div className={styles.head}>
          <span className={styles.text} dir="auto" title={row.text}>
            <MarkedName name={row.text} search={search} />
          </span>
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
        </div>
      )}
      <div className={styles.foot}>
        {count !== undefined || isCountFailed ? (
          <span className={styles.use}>
            <FilterLink by="keyword" value={row.id}>
              {count === undefined ? 'Use unknown' : usageText(count)}
            </FilterLink>
          </span>
        ) : (
          <span className={styles.waiting} role="img" aria-label="Loading" />
        )}
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
      </div>
    </li>
  );
});
