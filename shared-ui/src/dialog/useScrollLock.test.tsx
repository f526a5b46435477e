import { render } from '@testing-library/react';
import { useScrollLock } from './Modal';

function Lock({ on }: { on: boolean }) {
  useScrollLock(on);
  return null;
}

const page = document.documentElement;

it('locks the page while anything is open, without moving it', () => {
  Object.defineProperty(page, 'clientWidth', { configurable: true, value: window.innerWidth - 15 });
  const { rerender, unmount } = render(<Lock on />);
  const second = render(<Lock on />);
  expect([page.style.overflow, page.style.paddingInlineEnd]).toEqual(['hidden', '15px']);
  rerender(<Lock on={false} />);
  expect(page.style.overflow).toBe('hidden');
  second.unmount();
  expect([page.style.overflow, page.style.paddingInlineEnd]).toEqual(['', '']);
  unmount();
});
