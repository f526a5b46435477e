/** Empty state of a list that the person has no access to. */
import { EmptyState } from '@hindsight/shared-ui/core';

/** @param what names the list, e.g. `the keywords of this workspace`. */
export function NoAccess({ what }: { what: string }) {
  return (
    <EmptyState
      kind="no-access"
      title={`You don’t have access to ${what}`}
      description="An owner or admin of the organization can give you access. Until then, switch to another workspace."
    />
  );
}
