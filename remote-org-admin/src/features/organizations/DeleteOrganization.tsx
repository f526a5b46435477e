/** Asks before an organization is deleted, and says what must be removed first. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useContents } from '../../api/contents';
import { useDeleteOrganization } from '../../api/organizations';
import { DELETE_WARNING, leftovers } from '../../model/contents';
import { deleteFailed, reasonOf } from '../../model/failure';
import { DELETED, type OrganizationRow } from '../../model/organization';
import { useOrganizationAddress } from './useOrganizationAddress';
import styles from './DeleteOrganization.module.css';

interface DeleteOrganizationProps {
  organization: OrganizationRow;
  onClose(): void;
}

/** Cannot be confirmed while something is known to be in it: the service would refuse. */
export function DeleteOrganization({ organization, onClose }: DeleteOrganizationProps) {
  const { toasts } = useShell();
  const { showList } = useOrganizationAddress();
  const contents = useContents(organization.id);
  const { mutate, isPending } = useDeleteOrganization();
  const left = contents.data ? leftovers(contents.data) : '';

  const remove = () =>
    mutate(organization.id, {
      onSuccess: () => {
        toasts.show('success', DELETED);
        onClose();
        showList();
      },
      onError: (error) => {
        toasts.show('error', deleteFailed(reasonOf(error)));
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
            disabled={contents.isPending || left !== ''}
            onClick={remove}
          >
            Delete Org
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{DELETE_WARNING}</p>
        <p role="status" className={styles.left} data-blocked={left !== '' || undefined}>
          {contents.isPending && 'Looking what is in it…'}
          {left !== '' && (
            <>
              <Icon name="warning" size={18} />
              <span>
                Still there: <strong>{left}</strong>. Remove them first.
              </span>
            </>
          )}
          {contents.data && left === '' && 'Its members lose access, and open invitations end.'}
          {contents.error && 'What is in it could not be counted. The service deletes only what is empty.'}
        </p>
      </div>
    </Modal>
  );
}
