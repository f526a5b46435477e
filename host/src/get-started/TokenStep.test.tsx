import { fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { fireEvent, screen } from '@testing-library/react';
import { renderAccount } from '../account/testing';
import { ONLY_READS } from '../account/tokens/model/texts';
import { TokenStep } from './TokenStep';

const viewer = {
  organization_id: 'o1',
  organization_name: 'Larkspur Labs',
  role: 'viewer' as const,
  can_read: true,
  can_write: false,
};

it('says that a token only reads an organization that its person only reads', async () => {
  const shell = fakeShell({
    organizations: [{ id: 'o1', name: 'Larkspur Labs', slug: null, is_active: true }],
    session: { status: 'signed-in', user: { ...testUser, memberships: [viewer] } },
  });
  const step = <TokenStep agent={null} created={null} reveal={false} onReveal={jest.fn()} />;
  await renderAccount(step, shell, '/dashboard?get-started');
  expect(screen.queryByText(ONLY_READS)).not.toBeInTheDocument();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /Organization/ }));
  fireEvent.click(await screen.findByTitle('Larkspur Labs'));
  expect(screen.getByText(ONLY_READS)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Write' }));
  expect(screen.queryByText(ONLY_READS)).not.toBeInTheDocument();
});
