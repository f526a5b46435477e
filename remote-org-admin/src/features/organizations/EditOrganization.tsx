/** Form that edits an organization's name, slug and state. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Alert, DraftNote } from '@hindsight/shared-ui/core';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { Switch, TextInput } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import { useChangeOrganization } from '../../api/organizations';
import { diffOrganization, type OrganizationChanges } from '../../model/organization';
import { organizationTexts } from './texts';

interface EditOrganizationProps {
  organization: Organization;
  onClose(): void;
}

/** Draft key of the form of an organization. */
export const organizationDraftKey = (id: string) => `organization.${id}`;

/** Sends only changed fields, because another admin may be editing the others. */
export function EditOrganization({ organization, onClose }: EditOrganizationProps) {
  const { toasts } = useShell();
  const edits = useDraft<OrganizationChanges>(organizationDraftKey(organization.id), {});
  const draft = { ...organization, ...edits.value };
  const edit = (change: OrganizationChanges) => edits.set((now) => ({ ...now, ...change }));
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangeOrganization();
  const changes = diffOrganization(organization, draft);
  const hasChanges = Object.keys(changes).length > 0;
  useUnsavedChanges(
    hasChanges && !change.isPending && !change.isSuccess,
    `your changes to ${organization.name}`,
    edits.reset,
  );

  function close() {
    edits.reset();
    onClose();
  }

  function submit() {
    if (change.isPending) return;
    if (draft.name.trim() === '') return setProblem(organizationTexts.nameRequired);
    setProblem(null);
    change.mutate(
      { id: organization.id, changes },
      {
        onSuccess: () => {
          toasts.show('success', organizationTexts.updated);
          close();
        },
        onError: (error) => setProblem(organizationTexts.updateFailed(describeError(error))),
      },
    );
  }

  return (
    <FormDialog
      title={`Edit ${organization.name}`}
      size="small"
      onClose={close}
      closeOnBackdrop={!hasChanges}
      busy={change.isPending}
      submitLabel="Save Changes"
      canSubmit={hasChanges}
      onSubmit={submit}
    >
      <DraftNote draft={edits} />
      <TextInput
        label="Name"
        required
        autoFocus
        value={draft.name}
        error={problem === organizationTexts.nameRequired ? problem : undefined}
        onChange={(name) => edit({ name })}
      />
      <TextInput
        label="Slug"
        hint={organizationTexts.slugHint}
        value={draft.slug ?? ''}
        onChange={(slug) => edit({ slug })}
      />
      <Switch
        label="Active"
        hint={organizationTexts.inactiveHint}
        value={draft.is_active}
        onChange={(is_active) => edit({ is_active })}
      />
      {problem && problem !== organizationTexts.nameRequired && <Alert>{problem}</Alert>}
    </FormDialog>
  );
}
