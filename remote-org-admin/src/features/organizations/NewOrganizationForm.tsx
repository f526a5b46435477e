/** Form for a new organization: a name and an optional slug. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Alert, Button, DraftNote } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent } from 'react';
import { useCreateOrganization } from '../../api/organizations';
import { focusOnMount } from './focusOnMount';
import { organizationTexts } from './texts';
import styles from './SmallForm.module.css';

export const ORGANIZATION_DRAFT = 'organization.new';

interface NewOrganizationFormProps {
  onCreated(id: string): void;
  onCancel(): void;
}

/** Keeps its values after an error, which appears below the form. */
export function NewOrganizationForm({ onCreated, onCancel }: NewOrganizationFormProps) {
  const { toasts } = useShell();
  const draft = useDraft(ORGANIZATION_DRAFT, { name: '', slug: '' });
  const { name, slug } = draft.value;
  const [problem, setProblem] = useState<string | null>(null);
  const create = useCreateOrganization();
  useUnsavedChanges(
    name.trim() !== '' && !create.isPending && !create.isSuccess,
    'the new organization',
    draft.reset,
  );
  const nameProblem = problem === organizationTexts.nameRequired ? problem : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    if (name.trim() === '') return setProblem(organizationTexts.nameRequired);
    setProblem(null);
    create.mutate(
      { name, slug },
      {
        onSuccess: ({ id }) => {
          draft.reset();
          toasts.show('success', organizationTexts.created);
          onCreated(id);
        },
        onError: (error) =>
          setProblem(
            error instanceof ApiError && error.detail ? describeError(error) : organizationTexts.createFailed,
          ),
      },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="New organization">
      <DraftNote draft={draft} />
      <TextInput
        label="Name"
        required
        ref={focusOnMount}
        value={name}
        error={nameProblem}
        onChange={(next) => draft.set((now) => ({ ...now, name: next }))}
      />
      <TextInput
        label="Slug"
        hint={organizationTexts.slugHint}
        value={slug}
        onChange={(next) => draft.set((now) => ({ ...now, slug: next }))}
      />
      {problem && !nameProblem && <Alert>{problem}</Alert>}
      <div className={styles.buttons}>
        <Button
          onClick={() => {
            draft.reset();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
