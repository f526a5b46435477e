/** What a save could not do, and what somebody else changed meanwhile, above the form that keeps everything. */
import { Button, Icon } from '@hindsight/shared-ui/core';
import { WordDiff } from '@hindsight/shared-ui/review';
import { FIELD_LABELS } from '../../model/editDraft';
import styles from './EditNotices.module.css';
import { saveFailed } from './texts';
import type { Edit } from './useEdit';

interface EditNoticesProps {
  edit: Edit;
  keywordNames: ReadonlyMap<string, string>;
}

function Trouble({ edit, keywordNames }: EditNoticesProps) {
  if (!edit.trouble) return null;
  const { reason, fields, keywords } = edit.trouble;
  return (
    <div role="alert" className={styles.bad}>
      <Icon name="error" size={18} />
      <div>
        <p>{reason === '' ? 'Saved, except for this:' : saveFailed(reason)}</p>
        {fields.length + keywords.length > 0 && (
          <ul className={styles.list}>
            {fields.map((field) => (
              <li key={field}>{FIELD_LABELS[field]}: this service does not keep it.</li>
            ))}
            {keywords.map(({ id, adding, reason: why }) => (
              <li key={id}>
                Keyword “{keywordNames.get(id) ?? id}” was not {adding ? 'added' : 'removed'}: {why}
              </li>
            ))}
          </ul>
        )}
        <p>Your changes are still in the form.</p>
      </div>
    </div>
  );
}

function Newer({ edit }: { edit: Edit }) {
  if (!edit.merged) return null;
  const { clashes, taken } = edit.merged;
  return (
    <div role="alert" className={styles.warn}>
      <Icon name="warning" size={18} />
      <div className={styles.newer}>
        <p>
          Somebody else has changed this memory block since you opened it. Nothing of yours is lost; save
          again to keep what the form holds now.
        </p>
        {taken.length > 0 && (
          <p>Taken over from them: {taken.map((field) => FIELD_LABELS[field].toLowerCase()).join(', ')}.</p>
        )}
        {clashes.map(({ field, mine, theirs }) => {
          const isMine = edit.draft[field] !== theirs;
          return (
            <div key={field} className={styles.clash}>
              <WordDiff
                label={`${FIELD_LABELS[field]}: theirs, and your changes to it`}
                before={theirs}
                after={mine}
              />
              <Button size="small" onClick={() => edit.change({ [field]: isMine ? theirs : mine })}>
                {isMine ? 'Use theirs' : 'Use mine'}
              </Button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

export function EditNotices(props: EditNoticesProps) {
  return (
    <>
      <Newer edit={props.edit} />
      <Trouble {...props} />
    </>
  );
}
