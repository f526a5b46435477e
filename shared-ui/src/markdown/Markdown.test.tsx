import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { firstPart } from './Markdown';
import { FIRST_PART, FORMATTED, Markdown } from './Markdown';
import { safeHref } from './Markdown';

it('renders Markdown, with headings below the page’s own', () => {
  render(
    <Markdown
      text={
        '# Title\n\nSome **bold** and `code`\n\n- [x] done\n- [ ] open\n\n| A | B |\n|---|---|\n| 1 | 2 |'
      }
    />,
  );
  expect(screen.getByRole('heading', { name: 'Title', level: 3 })).toBeInTheDocument();
  expect(screen.getByText('bold').tagName).toBe('STRONG');
  expect(screen.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  expect(screen.getByRole('cell', { name: '2' })).toBeInTheDocument();
});

it('never goes below heading level six', () => {
  render(<Markdown text={'###### Deep'} headingLevel={4} />);
  expect(screen.getByRole('heading', { name: 'Deep', level: 6 })).toBeInTheDocument();
});

it('shows HTML as plain text and runs none of it', () => {
  const { container } = render(
    <Markdown
      text={
        'Before <img src=x onerror=alert(1)> <script>alert(1)</script>\n\n<iframe src="https://x.example"></iframe>'
      }
    />,
  );
  expect(container.querySelector('img, script, iframe')).toBeNull();
  expect(container).toHaveTextContent('<iframe src="https://x.example"></iframe>');
});

it('links an image by its alt text instead of loading it', () => {
  const { container } = render(
    <Markdown text={'![chart](https://t.example/pixel.png) ![](data:image/png;base64,x)'} />,
  );
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: /^Image: chart/ })).toHaveAttribute(
    'href',
    'https://t.example/pixel.png',
  );
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('opens links in a new tab without access to this one', () => {
  render(<Markdown text="See https://docs.example/a and [mail](mailto:a@b.example)" />);
  for (const link of screen.getAllByRole('link')) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  }
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

it.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/organizations',
  '#top',
  '//x.example',
  'java\nscript:alert(1)',
])('renders no link for %s', (href) => {
  expect(safeHref(href)).toBeNull();
  render(<Markdown text={`[label](<${href}>)`} />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('detects the text direction automatically', () => {
  const { container } = render(<Markdown text="שלום" />);
  expect(container.firstElementChild).toHaveAttribute('dir', 'auto');
});

it('starts with the first part of a long text, and shows all 200,000 characters on request', async () => {
  const text = 'word '.repeat(40_000);
  const { container } = render(<Markdown text={text} />);
  expect(container.textContent.length).toBeLessThan(FIRST_PART + 100);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 200,000 characters' }));
  expect(container.textContent.length).toBeGreaterThanOrEqual(text.length - 10);
  await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
  expect(container.textContent.length).toBeLessThan(FIRST_PART + 100);
});

it('cuts between paragraphs and closes an open code block', () => {
  expect(firstPart('one\n\ntwo\n\nthree', 12)).toEqual({ shown: 'one\n\ntwo', rest: '\n\nthree' });
  expect(firstPart('```\na\nb\nc', 8)).toEqual({ shown: '```\na\nb\n```', rest: '\nc' });
  expect(firstPart('xxx', 2)).toEqual({ shown: 'xx', rest: 'x' });
  expect(FIRST_PART).toBeLessThan(FORMATTED);
});
