/** Confirms the deletion of an organization and lists the contents to remove first. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useOrganizationContents } from '../../api/organizationContents';
import type { OrganizationContents } from '../../api/organizationContents';
import { useDeleteOrganization } from '../../api/organizations';
import { deletionTexts } from './texts';
import { useOrganizationAddress } from './useOrganizationAddress';
import styles from './DeleteOrganization.module.css';
import { useNavigate } from '@hindsight/shared-contracts/router';

interface RemainingContentsProps {
  organization: Organization;
  contents: OrganizationContents;
}

/** Buttons, not links: a new tab would open in another workspace, and the user would delete the wrong contents. */
function RemainingContents({ organization, contents }: RemainingContentsProps) {
  const { chooseWorkspace } = useShell();
  const navigate = useNavigate();
  const { agents, memories, archived, keywords } = contents;
  const places = [
    { label: 'Memory Blocks', path: '/memory-blocks', count: memories - archived },
    { label: 'Archived', path: '/archived-memory-blocks', count: archived },
    { label: 'Agents', path: '/agents', count: agents },
    { label: 'Keywords', path: '/keywords', count: keywords },
  ].filter(({ count }) => count > 0);
  const open = async (path: string) => {
    if (await chooseWorkspace({ scope: 'organization', organizationId: organization.id }))
      void navigate(path);
  };
  return (
    <>
      <p>{organization.is_active ? deletionTexts.places : deletionTexts.inactive}</p>
      <div className={styles.places}>
        {places.map(({ label, path }) => (
          <Button key={path} size="small" onClick={() => void open(path)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}

interface DeleteOrganizationProps {
  organization: Organization;
  onClose(): void;
}

/** E.g. `3 agents, 120 memories`; empty without known contents. */
function describe({ agents, memories, keywords }: OrganizationContents): string {
  return [
    agents ? deletionTexts.agents(agents) : '',
    memories ? deletionTexts.memories(memories) : '',
    keywords ? deletionTexts.keywords(keywords) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Disabled while the organization has known contents, because the service would reject the deletion. */
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
