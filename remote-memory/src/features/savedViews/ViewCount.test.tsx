import { render, screen } from '@testing-library/react';
import { FakeShellProvider, fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { BLOCKS } from '../../testing/memoryList';
import { page } from '../../testing/rows';
import { recordedInputs } from '../../testing/service';
import { ViewCount } from './ViewCount';

function show(parameters: Record<string, string>) {
  const api = fakeApi({ [BLOCKS]: page([], 1234) });
  const view = render(
    <FakeShellProvider shell={fakeShell({ api })}>
      <ViewCount parameters={parameters} />
    </FakeShellProvider>,
  );
  return { api, view };
}

it('shows the abbreviated count of the view', async () => {
  const { api } = show({ feedback: 'low', sort: 'oldest' });
  expect(await screen.findByText('1.2K')).toBeInTheDocument();
  expect(recordedInputs(api, BLOCKS)).toMatchObject([{ query: { limit: 1, feedback: 'low' } }]);
});

it('sends no request for a ranking', () => {
  const { api, view } = show({ search: 'queue' });
  expect(view.container).toBeEmptyDOMElement();
  expect(api.calls).toEqual([]);
});
