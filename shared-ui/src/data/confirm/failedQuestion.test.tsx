/** Questions whose dialog fails to load or to render: in a separate root, outside the page's error boundaries. */
import { fakeShell, FakeShellProvider } from '@hindsight/shared-contracts/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useConfirm, type Question } from './useConfirm';

const FAILED = new Error('Loading chunk 7 failed.');
let mayLoad = false;

jest.mock('../../dialog/QuestionDialog', () => {
  const module = jest.requireActual<object>('../../dialog/QuestionDialog');
  return new Proxy(module, {
    get(target, name) {
      if (name === 'QuestionDialog' && !mayLoad) throw FAILED;
      return Reflect.get(target, name);
    },
  });
});

const QUESTION: Question = { title: 'Delete memory?', message: 'For good.', confirmLabel: 'Delete' };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  // React logs errors caught by a boundary.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

function Asking({ question, onAnswer }: { question: Question; onAnswer(yes: boolean): void }) {
  const confirm = useConfirm();
  return (
    <button type="button" onClick={() => void confirm(question).then(onAnswer)}>
      Ask
    </button>
  );
}

async function ask(question: Question) {
  const reportFailure = jest.fn();
  const onAnswer = jest.fn();
  const { unmount } = render(
    <FakeShellProvider shell={fakeShell({ reportFailure })}>
      <Asking question={question} onAnswer={onAnswer} />
    </FakeShellProvider>,
  );
  // A native click: within `act` React passes errors to the test instead of the root.
  screen.getByText('Ask').click();
  return { reportFailure, onAnswer, unmount };
}

it('reports a failed load of the dialog once, to the asking part’s shell', async () => {
  const { reportFailure, onAnswer } = await ask(QUESTION);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(reportFailure.mock.calls).toEqual([[FAILED]]);
  mayLoad = true;
  await userEvent.click(retry);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
  expect(reportFailure).toHaveBeenCalledTimes(1);
});

it('reports a question that throws, resolves it to false and shows the next one', async () => {
  mayLoad = true;
  const broken = new Error('boom');
  const Breaking = () => {
    throw broken;
  };
  const first = await ask({ ...QUESTION, message: <Breaking /> });
  await waitFor(() => expect(first.onAnswer).toHaveBeenCalledWith(false));
  expect(first.reportFailure.mock.calls).toEqual([[broken]]);
  first.unmount();
  const second = await ask(QUESTION);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(second.onAnswer).toHaveBeenCalledWith(true));
});
