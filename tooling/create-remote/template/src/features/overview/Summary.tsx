/** The slot `example.summary`: what other pages may show of this remote. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Card } from '@hindsight/shared-ui/core';

const NAMES = { personal: 'Personal', public: 'Public' };

/** Names its workspace; a change of workspace renders it again. */
export function Summary() {
  const { organizations, scope } = useShell();
  const own = organizations.find(({ id }) => id === scope.organizationId);
  const workspace = scope.scope === 'organization' ? (own?.name ?? 'this organization') : NAMES[scope.scope];
  return (
    <Card as="section" title="Summary">
      Your workspace is {workspace}.
    </Card>
  );
}
