/** The form that changes an organization's name, slug and state. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Alert } from '@hindsight/shared-ui/core';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { Switch, TextInput } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import { useChangeOrganization } from '../../api/organizations';
import { changesOf } from '../../model/organization';
import { organizationTexts } from './texts';

interface EditOrganizationProps {
  organization: Organization;
  onClose(): void;
}

/** Sends only the changed fields: another admin may be changing the others. */
export function EditOrganization({ organization, onClose }: EditOrganizationProps) {
  const { toasts } = useShell();
  const [draft, setDraft] = useState(organization);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangeOrganization();
  const changes = changesOf(organization, draft);
  const hasChanges = Object.keys(changes).length > 0;
  useUnsavedChanges(
    hasChanges && !change.isPending && !change.isSuccess,
    `your changes to ${organization.name}`,
  );

  function submit() {
    if (change.isPending) return;
    if (draft.name.trim() === '') return setProblem(organizationTexts.nameRequired);
    setProblem(null);
    change.mutate(
      { id: organization.id, changes },
      {
        onSuccess: () => {
          toasts.show('success', organizationTexts.updated);
          onClose();
        },
        onError: (error) => setProblem(organizationTexts.updateFailed(reasonOf(error))),
      },
    );
  }

  return (
    <FormDialog
      title={`Edit ${organization.name}`}
      size="small"
      onClose={onClose}
      closeOnBackdrop={!hasChanges}
      busy={change.isPending}
      submitLabel="Save Changes"
      canSubmit={hasChanges}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        required
        autoFocus
        value={draft.name}
        error={problem === organizationTexts.nameRequired ? problem : undefined}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <TextInput
        label="Slug"
        hint={organizationTexts.slugHint}
        value={draft.slug ?? ''}
        onChange={(slug) => setDraft({ ...draft, slug })}
      />
      <Switch
        label="Active"
        hint={organizationTexts.inactiveHint}
        value={draft.is_active}
        onChange={(is_active) => setDraft({ ...draft, is_active })}
      />
      {problem && problem !== organizationTexts.nameRequired && <Alert>{problem}</Alert>}
    </FormDialog>
  );
}
