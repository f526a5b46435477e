import { withSection } from './document';

it('puts sections in the order of their names and replaces those of the same name', () => {
  const first = withSection('', 'pages', 'old rows');
  const both = withSection(first, 'first loads', 'loads');
  const again = withSection(both, 'pages', 'new rows');
  expect(again.indexOf('loads')).toBeLessThan(again.indexOf('new rows'));
  expect(again).not.toContain('old rows');
  expect(withSection(again, 'pages', 'new rows')).toBe(again);
});

it('keeps nothing that no bench wrote', () => {
  expect(withSection('# By hand\n\nWords.\n', 'pages', 'rows')).not.toContain('Words');
});
