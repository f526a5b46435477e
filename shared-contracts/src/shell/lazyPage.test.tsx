import { Component, Suspense, type ReactNode } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { forgetFailedPages, lazyPage } from './lazyPage';

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

it('a page whose fetch failed is fetched again when it is shown again', async () => {
  // React writes the error that a boundary caught to the console; here it is the point of the test.
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
