/** Form to edit a memory. */
import { useEffect, useEffectEvent, useMemo } from 'react';
import { MAX_TEXT } from '@hindsight/shared-contracts/rules';
import { DraftNote } from '@hindsight/shared-ui/core';
import { MultiSelect, TextArea, TextInput } from '@hindsight/shared-ui/form';
import { useKeywords } from '../../api/keywords';
import { EDITED_FIELDS } from '../../model/authorFields';
import { FIELD_LABELS } from '../../model/editDraft';
import type { Memory } from '../../model/memory';
import styles from './EditForm.module.css';
import { EditNotices } from './EditNotices';
import { useEdit } from './useEdit';
import { KEYWORDS_FAILED, METADATA_HINT, SCORE_HINT, TITLE_HINT } from './texts';

const LINKS = EDITED_FIELDS.filter(({ kind }) => kind === 'link');

/** State of the form that its buttons depend on. */
export interface EditState {
  dirty: boolean;
  saving: boolean;
  discard(): void;
}

interface EditFormProps {
  memory: Memory;
  /** ID that connects the submit button, which is outside the form. */
  formId: string;
  onState(state: EditState): void;
  onSaved(): void;
}

/** Mounted per edit, so each one starts from the current memory. */
export function EditForm({ memory, formId, onState, onSaved }: EditFormProps) {
  const edit = useEdit(memory);
  const { draft, change, problems, dirty, saving } = edit;
  const reportState = useEffectEvent(onState);
  const discard = edit.kept.reset;
  useEffect(() => reportState({ dirty, saving, discard: () => discard() }), [dirty, saving, discard]);
  const choices = useKeywords();
  const names = useMemo(
    // Include the memory's own keywords in case the catalog fails to load.
    () => new Map([...memory.keywords, ...(choices.data ?? [])].map(({ id, text }) => [id, text])),
    [memory.keywords, choices.data],
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
        void edit.save().then((isSaved) => {
          if (isSaved) onSaved();
        });
      }}
    >
      <DraftNote draft={edit.kept} />
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
        label={FIELD_LABELS.content}
        value={draft.content}
        onChange={(content) => change({ content })}
        hint={TITLE_HINT}
        error={problems.content}
        rows={6}
        maxLength={MAX_TEXT}
        disabled={saving}
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
      {LINKS.map(({ field, label }) => (
        <TextInput
          key={field}
          label={label}
          type="url"
          value={draft[field]}
          onChange={(link) => change({ [field]: link })}
          error={problems[field]}
          placeholder="https://"
          disabled={saving}
        />
      ))}
      <TextInput
        label={FIELD_LABELS.score}
        value={draft.score}
        onChange={(score) => change({ score })}
        hint={SCORE_HINT}
        disabled={saving}
      />
      <MultiSelect
        label="Keywords"
        value={draft.keywords}
        onChange={(keywords) => change({ keywords })}
        options={options}
        loading={choices.isPending}
        hint={choices.isError ? KEYWORDS_FAILED : undefined}
        disabled={saving}
      />
      <TextArea
        label={FIELD_LABELS.metadata}
        value={draft.metadata}
        onChange={(metadata) => change({ metadata })}
        error={problems.metadata}
        hint={METADATA_HINT}
        rows={5}
        disabled={saving}
        mono
      />
    </form>
  );
}
