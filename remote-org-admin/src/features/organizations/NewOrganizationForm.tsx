/** The form of a new organization: a name and an optional slug. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Alert, Button } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent } from 'react';
import { useCreateOrganization } from '../../api/organizations';
import { focusOnMount } from './focusOnMount';
import { organizationTexts } from './texts';
import styles from './SmallForm.module.css';

interface NewOrganizationFormProps {
  onCreated(id: string): void;
  onCancel(): void;
}

/** A refusal is shown below the form, which keeps its values. */
export function NewOrganizationForm({ onCreated, onCancel }: NewOrganizationFormProps) {
  const { toasts } = useShell();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const create = useCreateOrganization();
  useUnsavedChanges(name.trim() !== '' && !create.isPending && !create.isSuccess, 'the new organization');
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
          toasts.show('success', organizationTexts.created);
          onCreated(id);
        },
        onError: (error) =>
          setProblem(
            error instanceof ApiError && error.detail ? reasonOf(error) : organizationTexts.createFailed,
          ),
      },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="New organization">
      <TextInput
        label="Name"
        required
        ref={focusOnMount}
        value={name}
        error={nameProblem}
        onChange={setName}
      />
      <TextInput label="Slug" hint={organizationTexts.slugHint} value={slug} onChange={setSlug} />
      {problem && !nameProblem && <Alert>{problem}</Alert>}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
