/** The pages `/settings/workspace/{members|invitations|audit}` of the workspace's organization, or of the one in `?organization=`. */
import type { Organization, UserInfo } from '@hindsight/shared-contracts/api';
import { Link, useLocation, useSearchParams } from '@hindsight/shared-contracts/router';
import { mayManage } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState, ErrorState, PageSkeleton } from '@hindsight/shared-ui/core';
import { useMemo, type ReactNode } from 'react';
import { useOrganizationList } from '../../api/organizations';
import { AuditTrail } from '../auditTrail/AuditTrail';
import { InvitationsSection } from './InvitationsSection';
import { InviteMember } from './InviteMember';
import { MembersSection } from './MembersSection';
import styles from './OrganizationPane.module.css';
import { FoundOrganization } from './SelectedOrganization';
import { organizationTexts, settingsTexts } from './texts';
import { useOrganizationActor } from './useOrganizationActor';

type Part = keyof typeof settingsTexts.titles;

interface ContentProps {
  part: Part;
  organization: Organization;
  user: UserInfo;
  outside: ReactNode;
}

function Content({ part, organization, user, outside }: ContentProps) {
  const { members, actor, refetchInterval, isOutside } = useOrganizationActor(organization, user);
  if (isOutside) return outside;
  if (part === 'members') {
    return (
      <section className={styles.section} aria-label="Members">
        <InviteMember organization={organization} actor={actor}>
          <span className={styles.count}>{members.data && settingsTexts.members(members.data.length)}</span>
        </InviteMember>
        <MembersSection
          organizationId={organization.id}
          members={members}
          actor={actor}
          ownId={user.user_id}
        />
      </section>
    );
  }
  if (!mayManage(actor)) {
    return (
      <EmptyState
        kind="no-access"
        title={settingsTexts.managersOnly}
        description={settingsTexts.managersOnlyHint}
      />
    );
  }
  if (part === 'invitations') {
    return (
      <InvitationsSection organizationId={organization.id} actor={actor} refetchInterval={refetchInterval} />
    );
  }
  return <AuditTrail organization={organization} members={members.data ?? []} />;
}

export function WorkspaceSettingsPage() {
  const { session, scope } = useShell();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const last = pathname.split('/').at(-1) ?? '';
  const part: Part = last in settingsTexts.titles ? (last as Part) : 'members';
  const id = params.get('organization') ?? scope.organizationId;
  const list = useOrganizationList('mine');
  useExpiredSession(list.error, 'fetch organizations');
  const listed = list.data?.find((row) => row.id === id);
  const name = listed?.name;
  usePageHeader(
    useMemo(
      () => ({ title: settingsTexts.titles[part], ...(name !== undefined && { description: name }) }),
      [part, name],
    ),
  );
  const { user } = session;
  if (!user) return <PageSkeleton />;
  if (!id) {
    return (
      <EmptyState
        kind="nothing-yet"
        icon="organization"
        title={settingsTexts.personal}
        description={settingsTexts.personalHint}
        action={<Link to="?organizations">{settingsTexts.manage}</Link>}
      />
    );
  }
  if (!list.data && list.error) {
    return <ErrorState title={organizationTexts.listFailed} query={list} />;
  }
  return (
    <FoundOrganization id={id} listed={listed} isListKnown={list.data !== undefined} user={user}>
      {(organization, outside) => (
        <Content
          key={organization.id}
          part={part}
          organization={organization}
          user={user}
          outside={outside}
        />
      )}
    </FoundOrganization>
  );
}
