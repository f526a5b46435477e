/** The right pane: one organization, or why it cannot be entered. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { Button, EmptyState, ErrorState, Icon, PageSkeleton, Tag } from '@hindsight/shared-ui/core';
import { useOrganization } from '../../api/organizations';
import { accessOf } from '../../model/access';
import { MEMBERS_ONLY, READ_ONLY, type OrganizationRow } from '../../model/organization';
import { OrganizationPane } from './OrganizationPane';
import styles from './OpenedOrganization.module.css';

interface OpenedOrganizationProps {
  id: string;
  /** Its row in the list, when it is there. */
  listed: OrganizationRow | undefined;
  /** Whether the list has been loaded. */
  isListKnown: boolean;
  user: UserInfo;
  onBack(): void;
}

/** For people without a membership, and for organizations that are no longer there: the service tells nobody which. */
function Outside() {
  return (
    <EmptyState
      kind="no-access"
      title={MEMBERS_ONLY}
      description="It may have been deleted, or your membership may have ended."
      action={<Tag icon="lock">{READ_ONLY}</Tag>}
    />
  );
}

const isOutside = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403 || error.status === 422);

function Content({ id, listed, isListKnown, user }: OpenedOrganizationProps) {
  const access = accessOf(user, id, undefined);
  const mayAsk = access.mayEnter || listed !== undefined;
  const asked = useOrganization(id, mayAsk && isListKnown && !listed);
  const organization = listed ?? asked.data;
  if (organization) return <OrganizationPane organization={organization} user={user} outside={<Outside />} />;
  if ((isListKnown && !mayAsk) || isOutside(asked.error)) return <Outside />;
  if (asked.error) {
    return (
      <ErrorState
        title="Failed to load the organization"
        detail={asked.error.message}
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      />
    );
  }
  return <PageSkeleton />;
}

/** Non-members who are no superadmins are told so without a call. */
export function OpenedOrganization(props: OpenedOrganizationProps) {
  return (
    <div className={styles.opened}>
      <div className={styles.back}>
        <Button type="link" icon={<Icon name="chevron-left" size={16} />} onClick={props.onBack}>
          Organizations
        </Button>
      </div>
      <Content {...props} />
    </div>
  );
}
