/** Changes an organization: its name, its slug, and whether it can be worked in. */
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { Switch, TextInput } from '@hindsight/shared-ui/form';
import { useId, useState, type FormEvent } from 'react';
import { useChangeOrganization } from '../../api/organizations';
import { changeFailed, reasonOf } from '../../model/failure';
import {
  CHANGED,
  changesOf,
  INACTIVE_HINT,
  NAME_REQUIRED,
  SLUG_HINT,
  type OrganizationRow,
} from '../../model/organization';
import styles from './EditOrganization.module.css';

interface EditOrganizationProps {
  organization: OrganizationRow;
  onClose(): void;
}

/** Sends what was changed and nothing else: somebody else may be changing the rest. */
export function EditOrganization({ organization, onClose }: EditOrganizationProps) {
  const { toasts } = useShell();
  const [draft, setDraft] = useState(organization);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangeOrganization();
  const formId = useId();
  const changes = changesOf(organization, draft);
  const hasChanges = Object.keys(changes).length > 0;
  useUnsavedChanges(
    hasChanges && !change.isPending && !change.isSuccess,
    `your changes to ${organization.name}`,
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    if (draft.name.trim() === '') return setProblem(NAME_REQUIRED);
    setProblem(null);
    change.mutate(
      { id: organization.id, changes },
      {
        onSuccess: () => {
          toasts.show('success', CHANGED);
          onClose();
        },
        onError: (error) => setProblem(changeFailed(reasonOf(error))),
      },
    );
  }

  return (
    <Modal
      title={`Edit ${organization.name}`}
      size="small"
      onClose={onClose}
      closeOnBackdrop={!hasChanges}
      busy={change.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            loading={change.isPending}
            disabled={!hasChanges}
          >
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          required
          autoFocus
          value={draft.name}
          error={problem === NAME_REQUIRED ? problem : undefined}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        <TextInput
          label="Slug"
          hint={SLUG_HINT}
          value={draft.slug}
          onChange={(slug) => setDraft({ ...draft, slug })}
        />
        <Switch
          label="Active"
          hint={INACTIVE_HINT}
          value={draft.isActive}
          onChange={(isActive) => setDraft({ ...draft, isActive })}
        />
        {problem && problem !== NAME_REQUIRED && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </form>
    </Modal>
  );
}
