/** Confirms the deletion of an organization, and lists what must be removed first. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useOrganizationContents, type OrganizationContents } from '../../api/organizationContents';
import { useDeleteOrganization } from '../../api/organizations';
import { RemainingContents } from './RemainingContents';
import { deletionTexts } from './texts';
import { useOrganizationAddress } from './useOrganizationAddress';
import styles from './DeleteOrganization.module.css';

interface DeleteOrganizationProps {
  organization: Organization;
  onClose(): void;
}

/** E.g. `3 agents, 120 memories`; empty when nothing is known to be there. */
function describe({ agents, memories, keywords }: OrganizationContents): string {
  return [
    agents ? deletionTexts.agents(agents) : '',
    memories ? deletionTexts.memories(memories) : '',
    keywords ? deletionTexts.keywords(keywords) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Disabled while the organization is known to have contents: the service would refuse. */
export function DeleteOrganization({ organization, onClose }: DeleteOrganizationProps) {
  const { toasts } = useShell();
  const { showList } = useOrganizationAddress();
  const contents = useOrganizationContents(organization.id);
  const { mutate, isPending } = useDeleteOrganization(organization.id, () => {
    toasts.show('success', deletionTexts.deleted);
    onClose();
    showList();
  });
  const remaining = contents.data ? describe(contents.data) : '';

  const remove = () =>
    mutate(undefined, {
      onError: (error) => {
        toasts.show('error', deletionTexts.failed(describeError(error)));
        void contents.refetch();
      },
    });

  return (
    <Modal
      title={`Delete ${organization.name}?`}
      size="small"
      onClose={onClose}
      busy={isPending}
      footer={
        <>
          <Button data-autofocus onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="primary"
            danger
            loading={isPending}
            disabled={contents.isPending || remaining !== ''}
            onClick={remove}
          >
            Delete Org
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{deletionTexts.warning}</p>
        <p role="status" className={styles.left} data-blocked={remaining !== '' || undefined}>
          {contents.isPending && deletionTexts.checking}
          {remaining !== '' && (
            <>
              <Icon name="warning" size={18} />
              <span>
                It still contains <strong>{remaining}</strong>. Remove them first.
              </span>
            </>
          )}
          {contents.data && remaining === '' && deletionTexts.consequence}
          {contents.error && deletionTexts.countFailed}
        </p>
        {contents.data && remaining !== '' && (
          <RemainingContents organization={organization} contents={contents.data} />
        )}
      </div>
    </Modal>
  );
}
