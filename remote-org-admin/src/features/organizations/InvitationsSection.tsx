/** The invitations of an organization by status, for those who manage it. */
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { ErrorState } from '@hindsight/shared-ui/core';
import { Tabs } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import { useInvitations, useResend, useRevoke } from '../../api/invitations';
import { useLookAgain } from '../../api/members';
import type { OrganizationAccess } from '../../model/access';
import { reasonOf, resendFailed, revokeFailed } from '../../model/failure';
import {
  countInvitations,
  FILTER_LABELS,
  filterInvitations,
  FILTERS,
  INVITATIONS_FAILED,
  RESENT,
  REVOKED,
  type InvitationFilter,
  type InvitationRow,
} from '../../model/invitation';
import { InvitationAudit } from './InvitationAudit';
import { InvitationTable } from './InvitationTable';
import styles from './InvitationsSection.module.css';

interface InvitationsSectionProps {
  organizationId: string;
  access: OrganizationAccess;
  /** Milliseconds. */
  refreshEvery: number;
}

function useInvitationActions(organizationId: string) {
  const { toasts } = useShell();
  const resend = useResend(organizationId);
  const revoke = useRevoke(organizationId);
  const lookAgain = useLookAgain(organizationId);
  const fail = (sentence: string) => {
    toasts.show('error', sentence);
    lookAgain();
  };
  return {
    busyWith: (resend.isPending && resend.variables.id) || (revoke.isPending && revoke.variables.id) || null,
    resend: (row: InvitationRow) =>
      resend.mutate(row, {
        onSuccess: () => toasts.show('success', RESENT),
        onError: (error) => fail(resendFailed(reasonOf(error))),
      }),
    revoke: (row: InvitationRow) =>
      revoke.mutate(row, {
        onSuccess: () => toasts.show('info', REVOKED),
        onError: (error) => fail(revokeFailed(reasonOf(error))),
      }),
  };
}

/** One call brings all of them; the tabs count and filter here. */
export function InvitationsSection({ organizationId, access, refreshEvery }: InvitationsSectionProps) {
  const invitations = useInvitations(organizationId, { enabled: access.manages, refreshEvery });
  const [filter, setFilter] = useState<InvitationFilter>('pending');
  const [audited, setAudited] = useState<InvitationRow | null>(null);
  const actions = useInvitationActions(organizationId);
  const { data, error } = invitations;
  const counts = data && countInvitations(data);
  useExpiredSession(error, 'fetch invitations');

  return (
    <section className={styles.section} aria-label="Invitations">
      <h4 className={styles.title}>Invitations</h4>
      {error && !data ? (
        <ErrorState
          title={INVITATIONS_FAILED}
          detail={error.message}
          onRetry={() => void invitations.refetch()}
          retrying={invitations.isFetching}
        />
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
                grants={access.grants}
                busyWith={actions.busyWith}
                onResend={actions.resend}
                onRevoke={actions.revoke}
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
