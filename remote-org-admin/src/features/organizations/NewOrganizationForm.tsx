/** The form of a new organization: a name, and a slug if one likes. */
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent } from 'react';
import { useCreateOrganization } from '../../api/organizations';
import { reasonOf } from '../../model/failure';
import { CREATED, CREATE_FAILED, NAME_REQUIRED, SLUG_HINT } from '../../model/organization';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { focusWhenShown } from '../parts/focusWhenShown';
import styles from './SmallForm.module.css';

interface NewOrganizationFormProps {
  onCreated(id: string): void;
  onCancel(): void;
}

/** Says below the form why it was refused; what was written stays. */
export function NewOrganizationForm({ onCreated, onCancel }: NewOrganizationFormProps) {
  const { toasts } = useShell();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const create = useCreateOrganization();
  useUnsavedChanges(name.trim() !== '' && !create.isPending && !create.isSuccess, 'the new organization');
  const nameProblem = problem === NAME_REQUIRED ? problem : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    if (name.trim() === '') return setProblem(NAME_REQUIRED);
    setProblem(null);
    create.mutate(
      { name, slug },
      {
        onSuccess: (made) => {
          toasts.show('success', CREATED);
          if (made) onCreated(made.id);
        },
        onError: (error) =>
          setProblem(error instanceof ApiError && error.detail ? reasonOf(error) : CREATE_FAILED),
      },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="New organization">
      <TextInput
        label="Name"
        required
        ref={focusWhenShown}
        value={name}
        error={nameProblem}
        onChange={setName}
      />
      <TextInput label="Slug" hint={SLUG_HINT} value={slug} onChange={setSlug} />
      {problem && !nameProblem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
