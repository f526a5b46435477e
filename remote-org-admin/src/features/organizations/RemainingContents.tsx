/** The way to what must be removed before an organization can be deleted. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import type { OrganizationContents } from '../../api/organizationContents';
import { deletionTexts } from './texts';
import styles from './DeleteOrganization.module.css';

interface RemainingContentsProps {
  organization: Organization;
  contents: OrganizationContents;
}

/** Buttons, not links: in a new tab they would open the contents of another workspace, and these are to be removed. */
export function RemainingContents({ organization, contents }: RemainingContentsProps) {
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
