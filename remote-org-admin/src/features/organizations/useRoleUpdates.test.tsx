import type { Role } from '@hindsight/shared-contracts/api';
import { ShellProvider, type Shell } from '@hindsight/shared-contracts/shell';
import { fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { render } from '@testing-library/react';
import { LARKSPUR } from '../../testing/rows';
import { useRoleUpdates } from './useRoleUpdates';

const refreshSession = jest.fn(async () => undefined);
const shell = fakeShell({ refreshSession });

/** The shell of a person whose session says this role. */
function as(role: Role): Shell {
  const membership = {
    organization_id: LARKSPUR.id,
    organization_name: LARKSPUR.name,
    role,
    can_read: true,
    can_write: true,
  };
  return { ...shell, session: { status: 'signed-in', user: { ...testUser, memberships: [membership] } } };
}

function Updates({ role }: { role: Role }) {
  useRoleUpdates(LARKSPUR, role, true);
  return null;
}

it('says the new role once, and no old one, when the session learns of it before the members do', () => {
  const page = (session: Role, members: Role) => (
    <ShellProvider shell={as(session)}>
      <Updates role={members} />
    </ShellProvider>
  );
  const { rerender } = render(page('admin', 'admin'));
  rerender(page('viewer', 'admin'));
  expect(shell.shown).toEqual([]);
  rerender(page('viewer', 'viewer'));
  expect(shell.shown).toEqual([['info', 'Your role in Larkspur Labs is now Viewer.']]);
  rerender(page('viewer', 'viewer'));
  expect(shell.shown).toHaveLength(1);
});
