import { ShellProvider, useDraft } from '@hindsight/shared-contracts/shell';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { type ContextType, useLayoutEffect } from 'react';
import { FederationContext } from '../federation/federation';
import { ErrorBoundary } from './ErrorBoundary';

const foreign = () =>
  new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');

let crashed: jest.Mock;
let reported: jest.SpyInstance;

beforeEach(() => {
  crashed = jest.fn();
  reported = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => reported.mockRestore());

/** Shows a page that fails as often as there are errors, while its DOM is changed. */
function show(errors: unknown[]) {
  const drawn: Element[] = [];
  function Page() {
    useLayoutEffect(() => {
      drawn.push(document.querySelector('p')!);
      const error = errors.shift();
      if (error) throw error;
    });
    return <p>Memories</p>;
  }
  const boundary = (address: string) => (
    <FederationContext value={{ releases: { crashed } } as unknown as ContextType<typeof FederationContext>}>
      <ErrorBoundary
        place={{ area: 'remote-page', remote: 'memory', version: '1.0.0' }}
        resetKey={address}
        fallback={() => 'This page stopped working'}
      >
        <Page />
      </ErrorBoundary>
    </FederationContext>
  );
  const { rerender } = render(boundary('/a'), { onCaughtError: () => undefined });
  return { drawn, open: (address: string) => rerender(boundary(address)) };
}

it('rebuilds a page whose DOM something else has changed, and does not count it against the release', () => {
  const { drawn } = show([foreign()]);
  expect(screen.getByText('Memories')).toBe(drawn[1]);
  expect(drawn[0]).not.toBe(drawn[1]);
  expect(crashed).not.toHaveBeenCalled();
  expect(reported).toHaveBeenCalledTimes(1);
});

it('shows the failure when rebuilding does not help, until another page is opened', () => {
  const { open } = show([foreign(), foreign(), foreign(), foreign()]);
  expect(screen.getByText('This page stopped working')).toBeInTheDocument();
  expect(crashed).not.toHaveBeenCalled();
  open('/b');
  expect(screen.getByText('Memories')).toBeInTheDocument();
});

it('keeps what was typed in a page that is rebuilt', () => {
  const errors: unknown[] = [];
  function Form() {
    const { value, set } = useDraft('agent.new', '');
    useLayoutEffect(() => {
      if (value && errors.length > 0) throw errors.shift();
    });
    return <input value={value} onChange={(event) => set(event.target.value)} />;
  }
  const page = (address: string) => (
    <ShellProvider shell={fakeShell()}>
      <ErrorBoundary place={{ area: 'host-page' }} resetKey={address} fallback={() => null}>
        <Form key={address} />
      </ErrorBoundary>
    </ShellProvider>
  );
  const { rerender } = render(page('/a'), { onCaughtError: () => undefined });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Deploy' } });
  errors.push(foreign());
  rerender(page('/b'));
  expect(errors).toEqual([]);
  expect(screen.getByRole('textbox')).toHaveValue('Deploy');
});
