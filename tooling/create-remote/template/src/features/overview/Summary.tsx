/** The slot `example.summary`, which other pages can show. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Card } from '@hindsight/shared-ui/core';

const NAMES = { personal: 'Personal', public: 'Public' };

/** Shows the workspace's name; rerenders when the workspace changes. */
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
