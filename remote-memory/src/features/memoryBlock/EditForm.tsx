/** The form of a memory block: what was learned, what went wrong, where it came from, what it is worth, its keywords. */
import { useMemo, type ReactNode } from 'react';
import { MultiSelect, TextArea, TextInput } from '@hindsight/shared-ui/form';
import { useKeywordChoices } from '../../api/keywordChoices';
import { FIELD_LABELS } from '../../model/editDraft';
import { MAX_TEXT } from '../../model/limits';
import type { KeywordLink } from '../../model/memoryDetail';
import { EditNotices } from './EditNotices';
import styles from './EditForm.module.css';
import type { Edit } from './useEdit';

interface EditFormProps {
  edit: Edit;
  /** The block's own keywords: choosable also when the catalogue cannot be loaded. */
  links: readonly KeywordLink[];
  /** Where the submitting button is, when it is outside of the form. */
  formId: string;
  onSave(): void;
  children?: ReactNode;
}

export function EditForm({ edit, links, formId, onSave, children }: EditFormProps) {
  const choices = useKeywordChoices();
  const { draft, change, problems, saving } = edit;
  const names = useMemo(
    () => new Map([...links, ...(choices.data ?? [])].map(({ id, text }) => [id, text])),
    [links, choices.data],
  );
  const options = useMemo(
    () =>
      [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label)),
    [names],
  );
  return (
    <form
      id={formId}
      className={styles.form}
      noValidate
      aria-label="Edit memory block"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <EditNotices edit={edit} keywordNames={names} />
      <TextArea
        label={FIELD_LABELS.lesson}
        value={draft.lesson}
        onChange={(lesson) => change({ lesson })}
        rows={6}
        maxLength={MAX_TEXT}
        disabled={saving}
        autoFocus
      />
      <TextArea
        label={FIELD_LABELS.errors}
        value={draft.errors}
        onChange={(errors) => change({ errors })}
        rows={3}
        maxLength={MAX_TEXT}
        disabled={saving}
        mono
      />
      <TextInput
        label={FIELD_LABELS.externalLink}
        type="url"
        value={draft.externalLink}
        onChange={(externalLink) => change({ externalLink })}
        error={problems.externalLink}
        placeholder="https://"
        disabled={saving}
      />
      <TextInput
        label={FIELD_LABELS.score}
        value={draft.score}
        onChange={(score) => change({ score })}
        hint="A whole number from 0 to 100; anything else counts as 0."
        disabled={saving}
      />
      <MultiSelect
        label="Keywords"
        value={draft.keywords}
        onChange={(keywords) => change({ keywords })}
        options={options}
        loading={choices.isPending}
        hint={choices.isError ? 'The other keywords of this workspace could not be loaded.' : undefined}
        disabled={saving}
      />
      <TextArea
        label={FIELD_LABELS.metadata}
        value={draft.metadata}
        onChange={(metadata) => change({ metadata })}
        error={problems.metadata}
        hint="A JSON object, or nothing."
        rows={5}
        disabled={saving}
        mono
      />
      {children}
    </form>
  );
}
