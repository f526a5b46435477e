/** The button by which a member leaves an organization, after a question. */
import type { Member, Organization } from '@hindsight/shared-contracts/api';
import { LAST_OWNER, describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useLeaveOrganization } from '../../api/organizations';
import { leavingTexts } from './texts';
import { useOrganizationAddress } from './useOrganizationAddress';

interface LeaveOrganizationProps {
  organization: Organization;
  members: readonly Member[];
  ownId: string;
}

/** Disabled for the last owner: the service would refuse. */
export function LeaveOrganization({ organization, members, ownId }: LeaveOrganizationProps) {
  const { toasts } = useShell();
  const confirm = useConfirm();
  const { showList } = useOrganizationAddress();
  const { mutate, isPending } = useLeaveOrganization(organization.id, () => {
    toasts.show('success', leavingTexts.left(organization.name));
    showList();
  });
  const owners = members.filter(({ role }) => role === 'owner');
  const isLastOwner = owners.length === 1 && owners[0]?.user_id === ownId;

  async function leave() {
    const isSure = await confirm({
      title: leavingTexts.title(organization.name),
      message: leavingTexts.question,
      confirmLabel: leavingTexts.leave,
      danger: true,
    });
    if (!isSure) return;
    mutate(undefined, {
      onError: (error) => toasts.show('error', leavingTexts.failed(describeError(error))),
    });
  }

  return (
    <Button loading={isPending} disabled={isLastOwner ? LAST_OWNER : null} onClick={() => void leave()}>
      {leavingTexts.leave}
    </Button>
  );
}
