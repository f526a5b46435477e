import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazyDialog, lazyView } from './lazyDialog';
import { PART_FAILED } from './FailedDialog';

beforeAll(() => {
  // Not in this environment yet.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});

/** Fails so many times, then loads. React says on the console what a boundary caught. */
function loader<P extends object>(failures: number, Part: (props: P) => React.ReactNode) {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let calls = 0;
  return async () => {
    if (++calls <= failures) throw new Error('Loading chunk 7 failed.');
    return Part;
  };
}

it('keeps the page when a dialog cannot be loaded, and loads it again', async () => {
  const Dialog = lazyDialog(loader<{ onClose(): void }>(1, () => <p>The dialog</p>));
  const onClose = jest.fn();
  render(
    <>
      <p>The page</p>
      <Dialog onClose={onClose} />
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(PART_FAILED);
  expect(screen.getByText('The page')).toBeInTheDocument();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(await screen.findByText('The dialog')).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

it('closes in place of the dialog that could not be loaded', async () => {
  const onClose = jest.fn();
  const Dialog = lazyDialog(loader<{ onClose(): void }>(9, () => null));
  render(<Dialog onClose={onClose} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('offers Retry in the place of a view', async () => {
  const View = lazyView(
    loader(1, () => <p>The view</p>),
    <p>Waiting</p>,
  );
  render(<View />);
  expect(await screen.findByText(PART_FAILED)).toBeInTheDocument();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Try Again|Retry/ })));
  expect(await screen.findByText('The view')).toBeInTheDocument();
});
