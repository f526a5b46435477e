import { useQuery } from '@hindsight/shared-contracts/query';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { act, screen } from '@testing-library/react';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import { Header } from './Header';
import { fakeHost, renderShell } from './testing';

it('shows the bell once the page has its rows', async () => {
  putRegistry({ memory: exampleRelease() });
  let answer: (rows: null) => void = () => undefined;
  const rows = new Promise<null>((resolve) => (answer = resolve));
  function Page() {
    useQuery({ queryKey: ['rows'], queryFn: () => rows });
    return <Header menuRef={null} onMenu={() => undefined} />;
  }
  const slots = { 'header.notifications': () => <button type="button">bell</button> };
  const remotes = fakeRemotes({ status: 'ready', module: { routes: [], slots } });
  const shell = fakeShell();
  await renderShell(<Page />, { shell, host: fakeHost(shell, {}, remotes) });
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByRole('button', { name: 'bell' })).not.toBeInTheDocument();
  await act(async () => answer(null));
  expect(await screen.findByRole('button', { name: 'bell' })).toBeInTheDocument();
});
