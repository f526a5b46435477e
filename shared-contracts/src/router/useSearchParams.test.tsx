import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider, useSearchParams } from './index';

function Page() {
  const [params, setParams] = useSearchParams();
  return (
    <button
      type="button"
      onClick={() =>
        setParams(
          (now) => {
            now.delete('page');
            return now;
          },
          { replace: true },
        )
      }
    >
      {params.get('page')}
    </button>
  );
}

it('applies on top of a concurrent navigation', async () => {
  window.history.replaceState(null, '', '/agents?page=2');
  const router = createBrowserRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  const button = await screen.findByRole('button', { name: '2' });
  await act(async () => {
    void router.navigate('/agents?page=2&agent=a');
    // Not rendered yet.
    await Promise.resolve();
    button.click();
  });
  expect(window.location.search).toBe('?agent=a');
});

it('does nothing after a navigation to another page that has not rendered yet', async () => {
  window.history.replaceState(null, '', '/agents?page=2');
  const router = createBrowserRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  const button = await screen.findByRole('button', { name: '2' });
  await act(async () => {
    void router.navigate('/agents/a?page=3');
    await Promise.resolve();
    button.click();
  });
  expect(window.location.pathname + window.location.search).toBe('/agents/a?page=3');
});

it('changes the query and keeps path, other parameters and hash', async () => {
  window.history.replaceState(null, '', '/memory-blocks?page=9&search=a%20b#notes');
  const entries = window.history.length;
  render(<RouterProvider router={createBrowserRouter([{ path: '*', element: <Page /> }])} />);
  await userEvent.click(await screen.findByRole('button', { name: '9' }));
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe('/memory-blocks?search=a+b#notes');
  expect(window.history).toHaveLength(entries);
});
