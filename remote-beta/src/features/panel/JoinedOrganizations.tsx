/** Organizations that a user has joined but cannot open without beta access. */
import { useShell } from '@hindsight/shared-contracts/shell';

/** Renders nothing without memberships. */
export function JoinedOrganizations() {
  const { session } = useShell();
  const names = session.user?.memberships.map(({ organization_name }) => organization_name) ?? [];
  if (names.length === 0) return null;
  return (
    <p>
      You are a member of <strong dir="auto">{new Intl.ListFormat('en').format(names)}</strong>. You can open{' '}
      {names.length === 1 ? 'it' : 'them'} once your beta access is approved.
    </p>
  );
}
