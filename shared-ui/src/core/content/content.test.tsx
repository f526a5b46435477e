import { render, screen } from '@testing-library/react';
import { initials } from './Avatar';
import { badgeText } from './Badge';
import { IdLabel } from './IdLabel';
import { ScoreTag } from './ScoreTag';

describe('ScoreTag', () => {
  it.each([
    [100, 'good', 'High'],
    [80, 'good', 'High'],
    [79, 'warn', 'Medium'],
    [60, 'warn', 'Medium'],
    [59, 'bad', 'Low'],
    [0, 'bad', 'Low'],
  ])('shows %i as %s with a word', (score, tone, word) => {
    render(<ScoreTag score={score} />);
    const tag = screen.getByText(`${score}/100 ${word}`);
    expect(tag).toHaveAttribute('data-tone', tone);
  });

  it('shows no number for a missing score', () => {
    render(<ScoreTag score={null} />);
    expect(screen.getByText('Not rated')).toBeInTheDocument();
  });
});

describe('smallParts', () => {
  it('caps a count at 99+', () => {
    expect([badgeText(1), badgeText(99), badgeText(100)]).toEqual(['1', '99', '99+']);
  });

  it('takes at most two initials from a name, one from an email', () => {
    expect([
      initials('Maren Holt'),
      initials('ada.love@x.org'),
      initials(''),
      initials('Ida de la Cruz'),
    ]).toEqual(['MH', 'A', '?', 'ID']);
  });

  it('shows eight characters of an id and all of it on hover', () => {
    const id = '12345678-1234-1234-1234-123456789012';
    render(<IdLabel id={id} label="Memory ID" />);
    expect(screen.getByTitle(id)).toHaveTextContent(/^56789012$/);
    expect(screen.getByRole('button', { name: 'Copy Memory ID' })).toBeInTheDocument();
  });
});
