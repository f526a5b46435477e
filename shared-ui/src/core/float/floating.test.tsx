import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dropdown } from './Dropdown';
import { Popover } from './Popover';
import { placePanel } from './placePanel';

describe('floating', () => {
  it('opens a popover, moves the focus inside and returns it on Escape', async () => {
    const user = userEvent.setup();
    render(
      <Popover label="Account" trigger="AB">
        <a href="/x">First</a>
      </Popover>,
    );
    const button = screen.getByRole('button', { name: 'AB' });
    await user.click(button);
    expect(screen.getByRole('dialog', { name: 'Account' })).toBeInTheDocument();
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('link', { name: 'First' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('closes when something else is clicked or focused, and leaves the focus there', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Popover label="Account" trigger="AB">
          <button type="button">Inside</button>
        </Popover>
        <button type="button">Outside</button>
      </>,
    );
    await user.click(screen.getByRole('button', { name: 'AB' }));
    await user.tab();
    expect(screen.getByRole('button', { name: 'Outside' })).toHaveFocus();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'AB' }));
    await user.click(document.body);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('navigates a menu with the arrow keys and selects with Enter', async () => {
    const user = userEvent.setup();
    const chosen: string[] = [];
    const item = (key: string, disabled = false) => ({
      key,
      label: key,
      disabled,
      onSelect: () => chosen.push(key),
    });
    render(
      <Dropdown label="Actions" trigger="…" items={[item('Edit'), item('Move', true), item('Delete')]} />,
    );
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(chosen).toEqual(['Delete']);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus();
  });
});

describe('placePanel', () => {
  const view = { width: 400, height: 600 };
  const panel = { width: 200, height: 100 };
  const button = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 });

  it('places the panel below the button, aligned to its start or end', () => {
    expect(placePanel(button(20, 10), panel, view, 'bottom-start')).toEqual({ left: 20, top: 54 });
    expect(placePanel(button(300, 10), panel, view, 'bottom-end')).toEqual({ left: 140, top: 54 });
  });

  it('places it above when there is no space below', () => {
    expect(placePanel(button(20, 540), panel, view, 'bottom-start')).toEqual({ left: 20, top: 436 });
  });

  it('never leaves the window', () => {
    expect(placePanel(button(380, 10), panel, view, 'bottom-start').left).toBe(192);
    expect(placePanel(button(0, 10), panel, view, 'bottom-end').left).toBe(8);
  });
});
