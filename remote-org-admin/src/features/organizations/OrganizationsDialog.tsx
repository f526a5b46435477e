/** Organization Management: the dialog that the host opens by the address on every page. */
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { EmptyState, PageSkeleton } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { OrganizationsView } from './OrganizationsView';
import { organizationTexts } from './texts';

function Content() {
  const { session } = useShell();
  if (session.status === 'loading') return <PageSkeleton />;
  if (!session.user) {
    return <EmptyState kind="no-access" title="Access Denied" description={organizationTexts.signedOut} />;
  }
  return <OrganizationsView key={session.user.user_id} user={session.user} />;
}

/** People who are not signed in see "Access Denied". */
export function OrganizationsDialog({ close }: OverlayProps) {
  return (
    <Modal title="Organization Management" size="wide" onClose={close} closeOnBackdrop={false}>
      <Content />
    </Modal>
  );
}
