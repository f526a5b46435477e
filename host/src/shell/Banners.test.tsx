import { fakeShell } from '@hindsight/shared-contracts/testing';
import { act, screen } from '@testing-library/react';
import { createStore } from '../state/store';
import { Banners } from './Banners';
import { fakeHost, renderShell } from './testing';

const say = (name: 'online' | 'offline') =>
  act(async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(name === 'online');
    window.dispatchEvent(new Event(name));
  });

it('says that there is no network, for as long as there is none', async () => {
  await renderShell(<Banners />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await say('offline');
  expect(screen.getByRole('status')).toHaveTextContent(
    'You’re offline. This page may be out of date, and you can’t save changes.',
  );
  await say('online');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('offers a reload when a new version is ready', async () => {
  const shell = fakeShell();
  const state = createStore(false);
  const newVersion = { ...state, check: async () => undefined, start: () => () => undefined };
  await renderShell(<Banners />, { shell, host: fakeHost(shell, { newVersion }) });
  act(() => state.set(true));
  expect(screen.getByRole('status')).toHaveTextContent('A new version of the dashboard is ready.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
});
