import { Component, Suspense, type ReactNode } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { forgetFailedPages, LazyBoundary, lazyPage } from './lazyPage';

/** Suppresses React's own delays: timers over 10 ms never fire. */
jest.mock('react-dom/client', (): unknown => {
  const { setTimeout: later } = globalThis;
  const atOnceOnly = (run: () => void, milliseconds = 0) =>
    milliseconds > 10 ? undefined : later(run, milliseconds);
  Object.assign(globalThis, { setTimeout: atOnceOnly });
  try {
    return jest.requireActual('react-dom/client');
  } finally {
    Object.assign(globalThis, { setTimeout: later });
  }
});

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  retry = () => {
    forgetFailedPages();
    this.setState({ failed: false });
  };
  override render() {
    if (!this.state.failed) return this.props.children;
    return <button onClick={this.retry}>Retry</button>;
  }
}

it('refetches a page after a failed fetch when it is shown again', async () => {
  // React logs errors caught by a boundary; this one is expected.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let tries = 0;
  const Page = lazyPage(async () => {
    tries += 1;
    if (tries === 1) throw new Error('Loading chunk 7 failed.');
    return () => <p>The page</p>;
  });
  await act(async () => {
    render(
      <Boundary>
        <Suspense>
          <Page />
        </Suspense>
      </Boundary>,
    );
  });
  expect(tries).toBe(1);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(screen.getByText('The page')).toBeInTheDocument();
  expect(tries).toBe(2);
});

/** Renders without `act`, which would skip delays; resolves when a text is first shown. */
function drawn(content: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'));
  const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  globals.IS_REACT_ACT_ENVIRONMENT = false;
  const root = createRoot(place);
  root.render(content);
  return {
    shows: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => place.textContent === text && resolve();
        new MutationObserver(look).observe(place, { childList: true, subtree: true, attributes: true });
        look();
      }),
    end() {
      root.unmount();
      place.remove();
      globals.IS_REACT_ACT_ENVIRONMENT = true;
    },
  };
}

it('renders a page as soon as its code arrives, without a delay', async () => {
  let arrive = (_page: () => ReactNode) => {};
  const Page = lazyPage(() => new Promise<() => ReactNode>((resolve) => (arrive = resolve)));
  const { shows, end } = drawn(
    <LazyBoundary fallback="Waiting">
      <Page />
    </LazyBoundary>,
  );
  await shows('Waiting');
  arrive(() => 'The page');
  await shows('The page');
  end();
});
