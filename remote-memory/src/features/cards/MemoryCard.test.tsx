import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { toMemory } from '../../model/memory';
import { renderPart } from '../../testing/renderPart';
import { block, keyword, CONVERSATION_ID, testId } from '../../testing/rows';
import { MemoryCard } from './MemoryCard';
import { MemoryGrid } from './MemoryGrid';

async function show(rest: object = {}) {
  const row = toMemory(block(1, rest));
  await renderPart(
    <MemoryCard row={row} titleLevel={2} />,
    undefined,
    '/memory-blocks?mode=text&search=queue',
  );
  return screen.getByRole('article');
}

it('shows lesson, agent, score and retrievals', async () => {
  const card = await show();
  expect(within(card).getByRole('heading', { level: 2 })).toHaveTextContent('Incident 1 of the queue');
  expect(card).toHaveTextContent('Lesson 1: bound every queue.');
  expect(card).toHaveTextContent('Reviewer');
  expect(card).toHaveTextContent('82/100');
  expect(card).toHaveTextContent('Retrieved 3 times');
  expect(within(card).getByText(CONVERSATION_ID.slice(-8))).toBeInTheDocument();
  expect(within(card).getByRole('button', { name: /^Copy conversation ID/ })).toBeInTheDocument();
  expect(within(card).getByText(testId(1).slice(-8))).toBeInTheDocument();
});

it('links a hit to the memory it replaces', async () => {
  const supersedes = { id: testId(2), title: 'Queues without a bound' };
  const row = { ...toMemory(block(1)), supersedes };
  await renderPart(<MemoryCard row={row} titleLevel={2} />, undefined, '/memory-blocks');
  await userEvent.click(screen.getByRole('button', { name: 'Why was Incident 1 of the queue found?' }));
  const why = await screen.findByRole('dialog', { name: 'Why this memory was found' });
  expect(why).toHaveTextContent('Replaces Queues without a bound');
  expect(within(why).getByRole('link')).toHaveAttribute('href', expect.stringContaining(testId(2)));
});

it('derives 5 keywords from the content if there are none, and labels them as derived', async () => {
  const card = await show({ content: 'alpha bravo charlie delta echo foxtrot', keywords: [] });
  const list = within(card).getByRole('list', { name: 'Keywords from the text' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['alpha', 'bravo', 'charlie', 'delta', 'echo']);
});

it('shows its first 5 keywords and the number of others', async () => {
  const keywords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(keyword);
  const list = within(await show({ keywords })).getByRole('list', { name: 'Keywords' });
  expect(list).toHaveTextContent('onetwothreefourfive+2 more');
});

it('renders hostile text as plain text', async () => {
  const card = await show({
    lessons_learned: '<img src=x onerror=alert(1)><script>1</script>',
    agent_name: '<b>Agent</b>',
  });
  expect(card).toHaveTextContent('<img src=x onerror=alert(1)>');
  expect(card).toHaveTextContent('<b>Agent</b>');
  expect(card.querySelector('img, script, b')).toBeNull();
});

it('opens over its page by the title', async () => {
  const card = await show();
  expect(within(card).getByRole('link', { name: 'Incident 1 of the queue' })).toHaveAttribute(
    'href',
    `/memory-blocks?mode=text&search=queue&block=${testId(1)}`,
  );
});

it('rerenders only when its own selection changes', async () => {
  const rows = [1, 2, 3].map((n) => toMemory(block(n)));
  const renderTools = jest.fn((row: { id: string }, isSelected: boolean) => `${row.id} ${isSelected}`);
  function Grid() {
    const [selected, select] = useState(new Set<string>());
    return (
      <>
        <button type="button" onClick={() => select(new Set([testId(2)]))}>
          Second
        </button>
        <MemoryGrid rows={rows} titleLevel={2} renderTools={renderTools} selected={selected} />
      </>
    );
  }
  await renderPart(<Grid />, undefined, '/memory-blocks');
  renderTools.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Second' }));
  expect(renderTools.mock.calls.map(([row, isSelected]) => [row.id, isSelected])).toEqual([
    [testId(2), true],
  ]);
});
