import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useConfirm, type Question } from './useConfirm';

const QUESTION: Question = {
  title: 'Delete memory?',
  message: 'It cannot be restored.',
  confirmLabel: 'Delete',
};

function Asking({ question }: { question: Question }) {
  const confirm = useConfirm();
  const [answers, setAnswers] = useState<string[]>([]);
  return (
    <>
      <button
        type="button"
        onClick={() => void confirm(question).then((yes) => setAnswers((all) => [...all, String(yes)]))}
      >
        Ask
      </button>
      <output>{answers.join(' ')}</output>
    </>
  );
}

const asked = () => screen.findByRole('dialog', { name: 'Delete memory?' });

it('resolves to true for the button and false for cancel and Escape, and restores focus', async () => {
  const user = userEvent.setup();
  render(<Asking question={QUESTION} />);
  for (const leave of ['Delete', 'Cancel', '{Escape}']) {
    await user.click(screen.getByText('Ask'));
    expect(await asked()).toHaveTextContent('It cannot be restored.');
    if (leave.startsWith('{')) await user.keyboard(leave);
    else await user.click(screen.getByRole('button', { name: leave }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('Ask')).toHaveFocus();
  }
  expect(screen.getByRole('status')).toHaveTextContent('true false false');
});

it('focuses the harmless button of a dangerous question', async () => {
  const user = userEvent.setup();
  render(<Asking question={{ ...QUESTION, danger: true, cancelLabel: 'Keep' }} />);
  await user.click(screen.getByText('Ask'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('false');
});

it('enables the button after the required word is typed', async () => {
  const user = userEvent.setup();
  render(<Asking question={{ ...QUESTION, typeToConfirm: 'Northwind' }} />);
  await user.click(screen.getByText('Ask'));
  const box = await screen.findByRole('textbox', { name: 'Type Northwind to confirm' });
  await waitFor(() => expect(box).toHaveFocus());
  await user.keyboard('northwind{Enter}');
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await user.clear(box);
  await user.type(box, 'Northwind{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('true');
});

function AskingTwice({ onAnswer }: { onAnswer(yes: boolean): void }) {
  const confirm = useConfirm();
  const askBoth = () =>
    ['First?', 'Second?'].forEach((title) => void confirm({ ...QUESTION, title }).then(onAnswer));
  return (
    <button type="button" onClick={askBoth}>
      Ask twice
    </button>
  );
}

it('asks questions one at a time and withdraws them when the page is left', async () => {
  const user = userEvent.setup();
  const answers: boolean[] = [];
  const { unmount } = render(<AskingTwice onAnswer={(yes) => answers.push(yes)} />);
  await user.click(screen.getByText('Ask twice'));
  expect(await screen.findByRole('dialog', { name: 'First?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Second?' })).toBeInTheDocument();
  unmount();
  await waitFor(() => expect(answers).toEqual([true, false]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
