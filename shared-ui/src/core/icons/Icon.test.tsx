import { render, screen } from '@testing-library/react';
import { Icon, isIconName } from './Icon';
import { shapes, type IconName } from './shapes';

it('draws every icon within the 24 px grid', () => {
  for (const name of Object.keys(shapes) as IconName[]) {
    const { container } = render(<Icon name={name} />);
    expect([name, container.querySelectorAll('path').length > 0]).toEqual([name, true]);
    expect([name, container.innerHTML.includes('NaN')]).toEqual([name, false]);
  }
});

it('is decorative without a label and an image with one', () => {
  const { container } = render(<Icon name="bell" />);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  render(<Icon name="bell" label="Notifications" />);
  expect(screen.getByRole('img', { name: 'Notifications' })).toBeInTheDocument();
});

it('recognizes only its own names', () => {
  expect([isIconName('bell'), isIconName('toString'), isIconName('nothing')]).toEqual([true, false, false]);
});
