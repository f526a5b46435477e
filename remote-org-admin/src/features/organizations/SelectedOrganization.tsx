/** Right pane: one organization, or the reason why it cannot be opened. */
import type { Organization, UserInfo } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { mayEnter } from '@hindsight/shared-contracts/rules';
import { Button, EmptyState, ErrorState, Icon, PageSkeleton, Tag } from '@hindsight/shared-ui/core';
import type { ReactNode } from 'react';
import { useOrganization } from '../../api/organizations';
import { actorIn } from '../../model/access';
import { OrganizationPane } from './OrganizationPane';
import { organizationTexts } from './texts';
import styles from './SelectedOrganization.module.css';

interface SelectedOrganizationProps {
  id: string;
  /** Its row in the list, if any. */
  listed: Organization | undefined;
  isListKnown: boolean;
  user: UserInfo;
  onBack(): void;
}

/** Shown for non-members and for deleted organizations, which the service does not distinguish. */
function MembersOnly() {
  return (
    <EmptyState
      kind="no-access"
      title={organizationTexts.membersOnly}
      description={organizationTexts.membersOnlyHint}
      action={<Tag icon="lock">{organizationTexts.readOnly}</Tag>}
    />
  );
}

const isOutside = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403 || error.status === 422);

interface FoundOrganizationProps extends Omit<SelectedOrganizationProps, 'onBack'> {
  children(organization: Organization, outside: ReactNode): ReactNode;
}

/** Renders an organization once loaded, else its loading, error or no-access state. */
export function FoundOrganization({ id, listed, isListKnown, user, children }: FoundOrganizationProps) {
  const mayLoad = mayEnter(actorIn(user, id, undefined)) || listed !== undefined;
  const loaded = useOrganization(id, mayLoad && isListKnown && !listed);
  const organization = listed ?? loaded.data;
  if (organization) return children(organization, <MembersOnly />);
  if ((isListKnown && !mayLoad) || isOutside(loaded.error)) return <MembersOnly />;
  if (loaded.error) {
    return <ErrorState title={organizationTexts.loadFailed} query={loaded} />;
  }
  return <PageSkeleton />;
}

/** Users who are neither members nor superadmins see the reason without a call. */
export function SelectedOrganization(props: SelectedOrganizationProps) {
  return (
    <div className={styles.opened}>
      <div className={styles.back}>
        <Button type="link" icon={<Icon name="chevron-left" size={16} />} onClick={props.onBack}>
          Organizations
        </Button>
      </div>
      <FoundOrganization {...props}>
        {(organization, outside) => (
          <OrganizationPane organization={organization} user={props.user} outside={outside} />
        )}
      </FoundOrganization>
    </div>
  );
}
