import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Progress } from '../data/Progress';
import { Tabs } from './Tabs';
import { Tooltip } from './Tooltip';

function Views() {
  const [active, setActive] = useState('read');
  const items = [
    { key: 'read', label: 'Read', content: 'The text' },
    { key: 'history', label: 'History', badge: 3, content: 'Three versions' },
    { key: 'raw', label: 'Raw', content: 'Fields' },
  ];
  return <Tabs label="Memory" items={items} active={active} onChange={setActive} />;
}

it('shows one view at a time and moves by arrow keys', async () => {
  const user = userEvent.setup();
  render(<Views />);
  expect(screen.getByRole('tablist', { name: 'Memory' })).toBeInTheDocument();
  expect(screen.getByRole('tabpanel', { name: 'Read' })).toHaveTextContent('The text');
  await user.tab();
  expect(screen.getByRole('tab', { name: 'Read' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'History 3' })).toHaveFocus();
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Three versions');
  await user.keyboard('{End}{ArrowRight}{ArrowLeft}');
  expect(screen.getByRole('tabpanel', { name: 'Raw' })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'History 3' }));
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});

it.each([
  [41.6, '42', '42%'],
  [-3, '0', '0%'],
  [140, '100', '100%'],
])('shows %f as %s of 100', (value, now, text) => {
  render(<Progress label="Moving memories" value={value} detail="5 of 12" />);
  expect(screen.getByRole('progressbar', { name: 'Moving memories' })).toHaveAttribute('aria-valuenow', now);
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByText('5 of 12')).toBeInTheDocument();
});

it('shows no number while the progress is unknown', () => {
  render(<Progress label="Starting" value={null} />);
  expect(screen.getByRole('progressbar', { name: 'Starting' })).not.toHaveAttribute('aria-valuenow');
});

it('describes a control on focus and goes on Escape', async () => {
  const user = userEvent.setup();
  render(
    <Tooltip text="Only owners may do this">
      <button type="button" aria-disabled>
        Invite
      </button>
    </Tooltip>,
  );
  await user.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Only owners may do this');
  expect(screen.getByRole('button', { name: 'Invite' })).toHaveAccessibleDescription(
    'Only owners may do this',
  );
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});
