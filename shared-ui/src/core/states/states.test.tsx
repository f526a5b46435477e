import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { FakeShellProvider, fakeShell } from '@hindsight/shared-contracts/testing';
import { EmptyState } from './EmptyState';
import { ErrorState } from './ErrorState';
import { CardSkeleton } from './Skeletons';
import { PART_FAILED, lazyDialog, lazyView } from './lazyDialog';

describe('lazyDialog', () => {
  beforeAll(() => {
    // jsdom does not implement it.
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
  });

  class Catch extends Component<{ onError(error: unknown): void; children: ReactNode }, { broke: boolean }> {
    override state = { broke: false };
    static getDerivedStateFromError = () => ({ broke: true });
    override componentDidCatch = this.props.onError;
    override render = () => (this.state.broke ? <p>The page broke</p> : this.props.children);
  }

  /** Fails the given number of times, then loads. React logs errors caught by a boundary. */
  function loader<P extends object>(failures: number, Part: (props: P) => React.ReactNode) {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let calls = 0;
    return async () => {
      if (++calls <= failures) throw new Error('Loading chunk 7 failed.');
      return Part;
    };
  }

  it('keeps the page when a dialog fails to load, and retries', async () => {
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

  it('can be closed when the dialog failed to load', async () => {
    const onClose = jest.fn();
    const Dialog = lazyDialog(loader<{ onClose(): void }>(9, () => null));
    render(<Dialog onClose={onClose} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('offers Retry in place of a view', async () => {
    const View = lazyView(
      loader(1, () => <p>The view</p>),
      <p>Waiting</p>,
    );
    render(<View />);
    expect(await screen.findByText(PART_FAILED)).toBeInTheDocument();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Try Again|Retry/ })));
    expect(await screen.findByText('The view')).toBeInTheDocument();
  });

  it('reports each failed load to the shell once, with its cause', async () => {
    const reportFailure = jest.fn();
    const Dialog = lazyDialog(loader<{ onClose(): void }>(2, () => <p>The dialog</p>));
    render(
      <FakeShellProvider shell={fakeShell({ reportFailure })}>
        <Dialog onClose={() => undefined} />
      </FakeShellProvider>,
    );
    const retry = async () =>
      act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Retry' })));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(reportFailure.mock.calls).toEqual([[new Error('Loading chunk 7 failed.')]]);
    await retry();
    await screen.findByRole('alert');
    expect(reportFailure).toHaveBeenCalledTimes(2);
    await retry();
    expect(await screen.findByText('The dialog')).toBeInTheDocument();
    expect(reportFailure).toHaveBeenCalledTimes(2);
  });

  it('passes a render error to the page’s boundary, which reports it', async () => {
    const reportFailure = jest.fn();
    const onError = jest.fn();
    const Broken = lazyView(
      loader(0, () => {
        throw new Error('boom');
      }),
      <p>Waiting</p>,
    );
    render(
      <FakeShellProvider shell={fakeShell({ reportFailure })}>
        <Catch onError={onError}>
          <Broken />
        </Catch>
      </FakeShellProvider>,
    );
    expect(await screen.findByText('The page broke')).toBeInTheDocument();
    expect(onError).toHaveBeenCalledTimes(1);
    expect(reportFailure).not.toHaveBeenCalled();
  });
});

describe('states', () => {
  it('announces an error and offers a retry', async () => {
    const onRetry = jest.fn();
    render(<ErrorState title="Failed to load" detail="The service is down." onRetry={onRetry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to loadThe service is down.');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('has no button if there is nothing to retry', () => {
    render(<ErrorState title="Failed to load" />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it.each(['nothing-yet', 'no-match', 'no-access', 'feature-off'] as const)('marks the kind %s', (kind) => {
    const { container } = render(
      <EmptyState kind={kind} title="Nothing" action={<button type="button">Go</button>} />,
    );
    expect(container.firstChild).toHaveAttribute('data-kind', kind);
    expect(screen.getByRole('heading', { name: 'Nothing' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Go' })).toBeInTheDocument();
  });

  it('announces loading cards once, regardless of their number', () => {
    render(<CardSkeleton count={6} />);
    expect(screen.getAllByRole('status')).toHaveLength(1);
    expect(screen.getByRole('status')).toHaveTextContent(/^Loading$/);
  });
});
