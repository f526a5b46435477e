/** Save errors and edit conflicts, shown above the form, which keeps the draft. */
import { Alert, Button } from '@hindsight/shared-ui/core';
import { WordDiff } from '@hindsight/shared-ui/review';
import { FIELD_LABELS } from '../../model/editDraft';
import styles from './EditNotices.module.css';
import {
  CHANGES_KEPT,
  CONFLICT,
  conflictLabel,
  keywordFailed,
  SAVED_EXCEPT,
  saveFailed,
  updatedFieldsText,
} from './texts';
import type { Edit } from './useEdit';

interface EditNoticesProps {
  edit: Edit;
  keywordNames: ReadonlyMap<string, string>;
}

function SaveErrorNotice({ edit, keywordNames }: EditNoticesProps) {
  if (!edit.saveError) return null;
  const { reason, keywords } = edit.saveError;
  return (
    <Alert>
      <p>{reason === '' ? SAVED_EXCEPT : saveFailed(reason)}</p>
      {keywords.length > 0 && (
        <ul className={styles.list}>
          {keywords.map(({ id, adding, reason: why }) => (
            <li key={id}>{keywordFailed(keywordNames.get(id) ?? id, adding, why)}</li>
          ))}
        </ul>
      )}
      <p>{CHANGES_KEPT}</p>
    </Alert>
  );
}

function ConflictNotice({ edit: { conflict, draft, change } }: { edit: Edit }) {
  if (!conflict) return null;
  const { conflicts, taken } = conflict;
  return (
    <Alert tone="warn">
      <div className={styles.conflicts}>
        <p>{CONFLICT}</p>
        {taken.length > 0 && (
          <p>{updatedFieldsText(taken.map((field) => FIELD_LABELS[field].toLowerCase()).join(', '))}</p>
        )}
        {conflicts.map(({ field, mine, theirs }) => {
          const isMine = draft[field] !== theirs;
          return (
            <div key={field} className={styles.conflict}>
              <WordDiff label={conflictLabel(FIELD_LABELS[field])} before={theirs} after={mine} />
              <Button size="small" onClick={() => change({ [field]: isMine ? theirs : mine })}>
                {isMine ? 'Use theirs' : 'Use mine'}
              </Button>
            </div>
          );
        })}
      </div>
    </Alert>
  );
}

export function EditNotices(props: EditNoticesProps) {
  return (
    <>
      <ConflictNotice edit={props.edit} />
      <SaveErrorNotice {...props} />
    </>
  );
}
