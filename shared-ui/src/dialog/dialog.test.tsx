import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, act, use, useState } from 'react';
import type { ReactNode } from 'react';
import { Progress } from '../data/Progress';
import { Modal, useScrollLock } from './Modal';
import type { ModalProps } from './Modal';
import { Tabs } from './Tabs';
import { Tooltip } from './Tooltip';

describe('Modal', () => {
  function Page({ keepMounted = false, ...props }: Partial<ModalProps> & { keepMounted?: boolean }) {
    const [open, setOpen] = useState(false);
    const modal = (
      <Modal
        title="Edit memory"
        {...props}
        open={open}
        onClose={() => setOpen(false)}
        footer={<button>Save</button>}
      >
        {props.children ?? <input aria-label="Lesson" data-autofocus />}
      </Modal>
    );
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {(keepMounted || open) && modal}
      </>
    );
  }

  const opener = () => screen.getByText('Open');
  const backdrop = () => document.querySelector('.wrapper')!;

  it('puts the cursor after existing text', async () => {
    const user = userEvent.setup();
    render(
      <Page>
        <textarea aria-label="Lesson" data-autofocus defaultValue="Why? " />
      </Page>,
    );
    await user.click(opener());
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Lesson' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field.selectionStart).toBe(5);
  });

  it.each([true, false])(
    'is labeled, takes focus and returns it on Escape (kept on the page: %s)',
    async (keepMounted) => {
      const user = userEvent.setup();
      render(<Page keepMounted={keepMounted} description="Changes are kept in its history." />);
      await user.click(opener());
      const dialog = await screen.findByRole('dialog', { name: /^Edit memory/ });
      expect(dialog).toHaveAccessibleDescription('Changes are kept in its history.');
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Lesson' })).toHaveFocus());
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await waitFor(() => expect(opener()).toHaveFocus());
    },
  );

  const STEPS = ['Details', 'Settings', 'Progress'];

  /** A card with successive dialogs; the last one removes its button. */
  function Card() {
    const [step, setStep] = useState(-1);
    const [isDone, setDone] = useState(false);
    const title = STEPS[step];
    return (
      <ul>
        <li>
          <button type="button">Copy</button>
          {!isDone && (
            <button type="button" onClick={() => setStep(0)}>
              Execute
            </button>
          )}
        </li>
        {title && (
          <Modal key={title} title={title} onClose={() => setStep(-1)}>
            <button
              type="button"
              onClick={() => {
                if (step === 2) setDone(true);
                setStep(step === 2 ? -1 : step + 1);
              }}
            >
              Go on
            </button>
          </Modal>
        )}
      </ul>
    );
  }

  it.each([
    ['to what opened the first of them', '{Escape}', 'Execute'],
    ['next to it when that is gone', '{Enter}', 'Copy'],
  ])('returns focus after successive dialogs: %s', async (_, last, back) => {
    const user = userEvent.setup();
    render(<Card />);
    await user.click(screen.getByRole('button', { name: 'Execute' }));
    for (const title of STEPS) {
      const dialog = await screen.findByRole('dialog', { name: title });
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
      within(dialog).getByRole('button', { name: 'Go on' }).focus();
      await user.keyboard(title === 'Progress' ? last : '{Enter}');
    }
    await waitFor(() => expect(screen.getByRole('button', { name: back })).toHaveFocus());
  });

  it('wraps Tab from its last control to its first and back', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.click(opener());
    const lesson = screen.getByRole('textbox', { name: 'Lesson' });
    await waitFor(() => expect(lesson).toHaveFocus());
    await user.tab();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  });

  describe('when one dialog asks a question in another', () => {
    function Members() {
      const [isAsking, setAsking] = useState(false);
      return (
        <Modal title="Members" onClose={() => undefined}>
          {!isAsking && <p>2 members</p>}
          <button onClick={() => setAsking(true)}>Remove</button>
          {isAsking && (
            <Modal title="Remove member" onClose={() => setAsking(false)}>
              <button data-autofocus onClick={() => setAsking(false)}>
                Cancel
              </button>
            </Modal>
          )}
        </Modal>
      );
    }

    it('returns focus into the dialog below, which rerenders as the question closes', async () => {
      const user = userEvent.setup();
      render(<Members />);
      await user.click(await screen.findByRole('button', { name: 'Remove' }));
      const cancel = await screen.findByRole('button', { name: 'Cancel' });
      await waitFor(() => expect(cancel).toHaveFocus());
      await user.click(cancel);
      await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus());
    });

    it('keeps focus in the question while the dialog below is still opening', async () => {
      const opening: FrameRequestCallback[] = [];
      const frames = jest
        .spyOn(window, 'requestAnimationFrame')
        .mockImplementation((callback) => -opening.push(callback));
      render(<Members />);
      frames.mockRestore();
      fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
      const cancel = await screen.findByRole('button', { name: 'Cancel' });
      await waitFor(() => expect(cancel).toHaveFocus());
      const moved = jest.fn();
      screen.getAllByRole('dialog')[0]!.addEventListener('focus', moved);
      await act(async () => opening.forEach((callback) => callback(0)));
      await waitFor(() => expect(moved).toHaveBeenCalled());
      expect(cancel).toHaveFocus();
    });
  });

  it('keeps focus when the focused element is removed or disabled', async () => {
    const user = userEvent.setup();
    const dialog = (part: ReactNode) => (
      <Modal title="Compaction" onClose={() => undefined}>
        {part}
      </Modal>
    );
    const { rerender } = render(dialog(<button key="edit">Edit</button>));
    for (const next of [<input key="lesson" aria-label="Lesson" />, <input key="lesson" disabled />]) {
      screen.getByRole('dialog').querySelector<HTMLElement>('.scroll button, .scroll input')?.focus();
      rerender(dialog(next));
      await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
    }
    await user.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it('closes on its button and on the backdrop, unless that is turned off', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Page />);
    await user.click(opener());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(opener());
    await user.click(backdrop());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    rerender(<Page closeOnBackdrop={false} />);
    await user.click(opener());
    await user.click(backdrop());
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('cannot be closed while busy, and announces that', async () => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Modal title="Merge" onClose={onClose} busy>
        Text
      </Modal>,
    );
    await user.keyboard('{Escape}');
    await user.click(backdrop());
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(screen.getByRole('status')).toHaveTextContent('Working');
    expect(onClose).not.toHaveBeenCalled();
  });

  const Late = ({ until }: { until: Promise<string> }) => use(until);

  it('leaves Escape to the dialog below after one above it that React rendered twice', async () => {
    const user = userEvent.setup();
    const closed: string[] = [];
    let arrive = (_text: string) => undefined as void;
    const until = new Promise<string>((resolve) => (arrive = resolve));
    const view = (hasQuestion: boolean) => (
      <>
        <Modal title="Edit memory" onClose={() => closed.push('form')}>
          <input aria-label="Lesson" />
        </Modal>
        {hasQuestion && (
          <Suspense fallback={null}>
            <Modal title="Leave without saving?" onClose={() => closed.push('question')}>
              text
            </Modal>
            <Late until={until} />
          </Suspense>
        )}
      </>
    );
    const { rerender } = await act(async () => render(view(true)));
    await act(async () => arrive('later'));
    await screen.findByText('Leave without saving?');
    await user.keyboard('{Escape}');
    rerender(view(false));
    await user.keyboard('{Escape}');
    expect(closed).toEqual(['question', 'form']);
  });
});

describe('useScrollLock', () => {
  function Lock({ on }: { on: boolean }) {
    useScrollLock(on);
    return null;
  }

  const page = document.documentElement;

  it('locks scrolling while anything is open, without shifting the page', () => {
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
});

describe('views', () => {
  function Views() {
    const [active, setActive] = useState('read');
    const items = [
      { key: 'read', label: 'Read', content: 'The text' },
      { key: 'history', label: 'History', badge: 3, content: 'Three versions' },
      { key: 'raw', label: 'Raw', content: 'Fields' },
    ];
    return <Tabs label="Memory" items={items} active={active} onChange={setActive} />;
  }

  it('shows one view at a time and switches with arrow keys', async () => {
    const user = userEvent.setup();
    render(<Views />);
    expect(screen.getByRole('tablist', { name: 'Memory' })).toBeInTheDocument();
    expect(screen.getByRole('tabpanel', { name: 'Read' })).toHaveTextContent('The text');
    await user.tab();
    expect(screen.getByRole('tab', { name: 'Read' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'History 3' })).toHaveFocus();
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Three versions');
    await user.keyboard('{End}{ArrowRight}{ArrowLeft}');
    expect(screen.getByRole('tabpanel', { name: 'Raw' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'History 3' }));
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  });

  it.each([
    [41.6, '42', '42%'],
    [-3, '0', '0%'],
    [140, '100', '100%'],
  ])('shows %f as %s of 100', (value, now, text) => {
    render(<Progress label="Moving memories" value={value} detail="5 of 12" />);
    expect(screen.getByRole('progressbar', { name: 'Moving memories' })).toHaveAttribute(
      'aria-valuenow',
      now,
    );
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText('5 of 12')).toBeInTheDocument();
  });

  it('shows no number while progress is unknown', () => {
    render(<Progress label="Starting" value={null} />);
    expect(screen.getByRole('progressbar', { name: 'Starting' })).not.toHaveAttribute('aria-valuenow');
  });

  it('describes a control on focus and disappears on Escape', async () => {
    const user = userEvent.setup();
    render(
      <Tooltip text="Only owners may do this">
        <button type="button" aria-disabled>
          Invite
        </button>
      </Tooltip>,
    );
    await user.tab();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Only owners may do this');
    expect(screen.getByRole('button', { name: 'Invite' })).toHaveAccessibleDescription(
      'Only owners may do this',
    );
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
});
