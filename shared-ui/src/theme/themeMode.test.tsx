import { act, render, screen } from '@testing-library/react';
import { setThemeMode, THEME_KEY, useThemeMode } from './themeMode';

function Shown() {
  const { mode, resolved } = useThemeMode();
  return <p>{`${mode} ${resolved}`}</p>;
}

const html = document.documentElement.classList;

afterEach(() => act(() => setThemeMode('system')));

it('follows the system until the person chooses, and keeps the choice under the key that the boot script reads', () => {
  render(<Shown />);
  expect(screen.getByText('system light')).toBeInTheDocument();
  act(() => setThemeMode('dark'));
  expect(screen.getByText('dark dark')).toBeInTheDocument();
  expect(html.contains('theme-dark')).toBe(true);
  expect(html.contains('theme-light')).toBe(false);
  expect(THEME_KEY).toBe('hindsight.theme');
  expect(localStorage.getItem('hindsight.theme')).toBe('dark');
  act(() => setThemeMode('system'));
  expect(localStorage.getItem('hindsight.theme')).toBeNull();
});

it('applies the choice even when the browser stores nothing', () => {
  render(<Shown />);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => setThemeMode('dark'));
  expect(screen.getByText('dark dark')).toBeInTheDocument();
});

it('follows a choice in another tab', () => {
  render(<Shown />);
  localStorage.setItem(THEME_KEY, 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY })));
  expect(screen.getByText('dark dark')).toBeInTheDocument();
});

it('follows a system that changed its mind before the program was there', () => {
  html.remove('theme-light');
  html.add('theme-dark');
  render(<Shown />);
  expect([html.contains('theme-light'), html.contains('theme-dark')]).toEqual([true, false]);
});
