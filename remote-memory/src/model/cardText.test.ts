import { previewText, PREVIEW_LENGTH, titleOf, TITLE_LENGTH, truncate } from './cardText';

describe('preview', () => {
  it('is the lesson, cut at 150 characters', () => {
    const preview = previewText({ lesson: 'a'.repeat(151), content: 'content' });
    expect(PREVIEW_LENGTH).toBe(150);
    expect(preview).toBe(`${'a'.repeat(150)}…`);
    expect(previewText({ lesson: 'b'.repeat(150), content: '' })).toBe('b'.repeat(150));
  });

  it('is the content when nothing was learned', () => {
    expect(previewText({ lesson: '', content: 'Only\n\n  content' })).toBe('Only content');
    expect(previewText({ lesson: ' \n', content: 'Only content' })).toBe('Only content');
  });

  it('reads no more of a long text than it needs', () => {
    expect(previewText({ lesson: '', content: 'x '.repeat(100_000) })).toHaveLength(150);
  });

  it('never cuts an emoji in two', () => {
    expect(truncate('ab😀cd', 3)).toBe('ab…');
  });
});

describe('title', () => {
  it('is the first sentence of the content', () => {
    expect(titleOf({ content: 'Queue grew without bound. It was slow.', lesson: 'Bound it.' })).toBe(
      'Queue grew without bound',
    );
  });

  it('is the first words, whole ones, of a long sentence', () => {
    const title = titleOf({ content: `${'word '.repeat(40)}.`, lesson: '' });
    expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH + 1);
    expect(title).toMatch(/ word…$/);
  });

  it('leaves Markdown marks out', () => {
    expect(titleOf({ content: '\n## **Deploy** log\ntext', lesson: '' })).toBe('Deploy log');
  });

  it.each(['```ts\nconst a = 1;\n```', '~~~ sh\nconst a = 1;', '\n```\nconst a = 1;', '```const a = 1;```'])(
    'skips the line that begins a block of code (%#)',
    (content) => expect(titleOf({ content, lesson: '' })).toBe('const a = 1;'),
  );

  it('falls back to the lesson, and to a placeholder', () => {
    expect(titleOf({ content: ' ', lesson: 'Bound every queue.' })).toBe('Bound every queue');
    expect(titleOf({ content: '', lesson: '' })).toBe('Untitled memory');
  });

  it('cuts a text without spaces', () => {
    expect(titleOf({ content: 'x'.repeat(500), lesson: '' })).toBe(`${'x'.repeat(TITLE_LENGTH)}…`);
  });
});
