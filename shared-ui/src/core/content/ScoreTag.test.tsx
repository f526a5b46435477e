import { render, screen } from '@testing-library/react';
import { ScoreTag } from './ScoreTag';

it.each([
  [100, 'good', 'High'],
  [80, 'good', 'High'],
  [79, 'warn', 'Medium'],
  [60, 'warn', 'Medium'],
  [59, 'bad', 'Low'],
  [0, 'bad', 'Low'],
])('shows %i as %s and in a word', (score, tone, word) => {
  render(<ScoreTag score={score} />);
  const tag = screen.getByText(`${score}/100 ${word}`);
  expect(tag).toHaveAttribute('data-tone', tone);
});

it('does not invent a score', () => {
  render(<ScoreTag score={null} />);
  expect(screen.getByText('Not rated')).toBeInTheDocument();
});
