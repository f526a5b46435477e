/** Invitations of an organization by status, for its managers. */
import type { Invitation } from '@hindsight/shared-contracts/api';
import { grantableRoles, describeError, type OrganizationActor } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { ErrorState } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/data';
import { Tabs } from '@hindsight/shared-ui/dialog';
import { useState, type ReactNode } from 'react';
import { useInvitations, useResend, useRevoke } from '../../api/invitations';
import { useRefreshMembers } from '../../api/members';
import { countInvitations, filterInvitations, FILTERS, type InvitationFilter } from '../../model/invitation';
import { InvitationAudit } from './InvitationAudit';
import { InvitationTable } from './InvitationTable';
import { FILTER_LABELS, invitationTexts } from './texts';
import styles from './InvitationsSection.module.css';

interface InvitationsSectionProps {
  organizationId: string;
  actor: OrganizationActor;
  /** In milliseconds. */
  refetchInterval: number;
  /** Absent when the page already has this title. */
  heading?: ReactNode;
}

function useInvitationActions(organizationId: string) {
  const { toasts } = useShell();
  const resend = useResend(organizationId);
  const revoke = useRevoke(organizationId);
  const confirm = useConfirm();
  const refreshMembers = useRefreshMembers(organizationId);
  const fail = (message: string) => {
    toasts.show('error', message);
    refreshMembers();
  };
  return {
    busy: resend.isPending
      ? ({ id: resend.variables.id, action: 'resend' } as const)
      : revoke.isPending
        ? ({ id: revoke.variables.id, action: 'revoke' } as const)
        : null,
    resend: (row: Invitation) =>
      resend.mutate(row, {
        onSuccess: () => toasts.show('success', invitationTexts.resent),
        onError: (error) => fail(invitationTexts.resendFailed(describeError(error))),
      }),
    async revoke(row: Invitation) {
      const isConfirmed = await confirm({
        title: invitationTexts.revokeTitle,
        message: invitationTexts.revokeQuestion(row.email),
        confirmLabel: 'Revoke',
        danger: true,
      });
      if (!isConfirmed) return;
      revoke.mutate(row, {
        onSuccess: () => toasts.show('info', invitationTexts.revoked),
        onError: (error) => fail(invitationTexts.revokeFailed(describeError(error))),
      });
    },
  };
}

/** Loads all invitations in one call; the tabs count and filter in the browser. */
export function InvitationsSection(props: InvitationsSectionProps) {
  const { organizationId, actor, refetchInterval, heading } = props;
  const invitations = useInvitations(organizationId, refetchInterval);
  const [filter, setFilter] = useState<InvitationFilter>('pending');
  const [audited, setAudited] = useState<Invitation | null>(null);
  const actions = useInvitationActions(organizationId);
  const { data, error } = invitations;
  const counts = data && countInvitations(data);
  useExpiredSession(error, 'fetch invitations');

  return (
    <section className={styles.section} aria-label="Invitations">
      {heading}
      {error && !data ? (
        <ErrorState title={invitationTexts.loadFailed} query={invitations} />
      ) : (
        <Tabs<InvitationFilter>
          label="Invitations by status"
          active={filter}
          onChange={setFilter}
          items={FILTERS.map((key) => ({
            key,
            label: FILTER_LABELS[key],
            badge: counts?.[key],
            content: (
              <InvitationTable
                filter={key}
                rows={data && filterInvitations(data, key)}
                grants={grantableRoles(actor)}
                busy={actions.busy}
                onResend={actions.resend}
                onRevoke={(row) => void actions.revoke(row)}
                onAudit={setAudited}
              />
            ),
          }))}
        />
      )}
      {audited && (
        <InvitationAudit
          organizationId={organizationId}
          invitation={audited}
          onClose={() => setAudited(null)}
        />
      )}
    </section>
  );
}
