import { renderToString } from 'react-dom/server';
import { render, screen } from '@testing-library/react';
import { Later } from './Later';

const sort = <button type="button">Sort</button>;
const control = <Later className="wide">{sort}</Later>;

it('keeps the place of a control before it draws it', () => {
  expect(renderToString(control)).toMatch(/^<span class="[^"]*wide"><\/span>$/);
  render(control);
  expect(screen.getByRole('button', { name: 'Sort' })).toBeInTheDocument();
});

it('draws one at once whose text decides how wide it is: nothing may move', () => {
  expect(renderToString(<Later className={undefined}>{sort}</Later>)).toBe(renderToString(sort));
});
