import { inexactMetadata } from '@hindsight/shared-contracts/rules';
import { block } from '../testing/rows';
import {
  diffDraft,
  toDraft,
  INVALID_LINK,
  INVALID_METADATA,
  isDirty,
  NO_OBJECT_METADATA,
  parseMetadata,
  parseScore,
  findProblems,
} from './editDraft';
import { toMemory } from './memory';
import { rebaseDraft } from './rebaseDraft';

const detail = (rest: object = {}) => toMemory(block(1, rest));
const base = toDraft(detail({ metadata_col: { a: 1 }, errors: 'E1' }));

it.each([
  ['82', 82],
  ['82.9', 82],
  ['7 of 10', 7],
  ['', 0],
  ['good', 0],
  ['-5', 0],
  ['101', 100],
])('the score "%s" counts as %i', (text, score) => expect(parseScore(text)).toBe(score));

it('takes metadata that is a JSON object, or nothing', () => {
  expect(INVALID_METADATA).toBe('Invalid JSON in metadata field');
  expect(parseMetadata('{"a": {"b": [1]}}')).toEqual({ value: { a: { b: [1] } } });
  expect(parseMetadata('  ')).toEqual({ value: null });
  expect(parseMetadata('null')).toEqual({ value: null });
  expect(parseMetadata('{a: 1}')).toEqual({ problem: INVALID_METADATA });
  for (const text of ['[]', '1', '"text"'])
    expect(parseMetadata(text)).toEqual({ problem: NO_OBJECT_METADATA });
});

it('refuses a whole number that would be changed', () => {
  const number = '12345678901234567890';
  expect(parseMetadata(`{"n": ${number}}`)).toEqual({ problem: inexactMetadata(number) });
  expect(inexactMetadata(number)).toBe(
    '12345678901234567890 has too many digits to be kept exactly. Put it in quotes.',
  );
  expect(parseMetadata(`{"n": "${number} \\" ${number}", "m": 9007199254740991, "d": 0.1}`)).toEqual({
    value: { n: `${number} " ${number}`, m: 9007199254740991, d: 0.1 },
  });
});

it('refuses content of blanks alone, unless it is stored like that', () => {
  const blank = { ...base, content: ' \u200b' };
  expect(findProblems(base, blank)).toEqual({ content: 'The content must not be empty.' });
  expect(findProblems(blank, blank)).toEqual({});
});

it('sends changed fields only', () => {
  expect(diffDraft(base, base)).toEqual({ body: {}, fields: [], addKeywords: [], removeKeywords: [] });
  expect(isDirty(base, base)).toBe(false);
  const draft = { ...base, errors: '', score: 'x', metadata: '{}', externalLink: ' https://a.example ' };
  expect(diffDraft(base, draft).body).toEqual({
    errors: null,
    feedback_score: 0,
    metadata_col: {},
    external_history_link: 'https://a.example',
  });
  expect(diffDraft({ ...base, keywords: ['a', 'b'] }, { ...base, keywords: ['b', 'c'] })).toMatchObject({
    body: {},
    addKeywords: ['c'],
    removeKeywords: ['a'],
  });
});

it('validates changed fields only', () => {
  const odd = toDraft(detail({ external_history_link: 'file:///etc/hosts' }));
  expect(findProblems(odd, { ...odd, lesson: 'new' })).toEqual({});
  expect(findProblems(odd, { ...odd, externalLink: 'javascript:alert(1)', metadata: '{' })).toEqual({
    externalLink: INVALID_LINK,
    metadata: INVALID_METADATA,
  });
  expect(findProblems(odd, { ...odd, externalLink: '' })).toEqual({});
});

describe('rebasing an edit', () => {
  const theirs = { ...base, lesson: 'Theirs', errors: 'E2', keywords: ['x'] };

  it('keeps mine, takes theirs where I changed nothing, and names what both changed', () => {
    const merged = rebaseDraft(base, { ...base, lesson: 'Mine', score: '9' }, theirs);
    expect(merged.draft).toEqual({ ...theirs, lesson: 'Mine', score: '9' });
    expect(merged.conflicts).toEqual([{ field: 'lesson', mine: 'Mine', theirs: 'Theirs' }]);
    expect(merged.taken).toEqual(['errors']);
  });

  it('is no conflict when both wrote the same', () => {
    expect(rebaseDraft(base, { ...base, lesson: 'Theirs' }, theirs).conflicts).toEqual([]);
  });

  it('adds and removes my keywords on their list', () => {
    const mine = { ...base, keywords: ['b', 'c'] };
    const { draft } = rebaseDraft({ ...base, keywords: ['a', 'b'] }, mine, {
      ...base,
      keywords: ['a', 'b', 'x'],
    });
    expect(draft.keywords).toEqual(['b', 'x', 'c']);
  });
});
