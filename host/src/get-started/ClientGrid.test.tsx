import { CLIENTS, FIRST_CLIENT } from '@hindsight/shared-contracts/clients';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ClientGrid } from './ClientGrid';

it('marks a client that is coming soon, which cannot be chosen', async () => {
  const onChoose = jest.fn();
  const codexCli = CLIENTS.find(({ id }) => id === FIRST_CLIENT)!;
  const later = { ...codexCli, id: 'later', name: 'Later CLI', status: 'comingSoon' as const };
  render(<ClientGrid clients={[codexCli, later]} chosen={codexCli.id} onChoose={onChoose} />);
  const soon = screen.getByRole('button', { name: 'Later CLI Soon' });
  expect(soon).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(soon);
  expect(onChoose).not.toHaveBeenCalled();
  const ready = screen.getByRole('button', { name: 'Codex CLI' });
  expect(ready).toHaveAttribute('title', codexCli.tagline);
  await userEvent.click(ready);
  expect(onChoose).toHaveBeenCalledWith('codex-cli');
});
