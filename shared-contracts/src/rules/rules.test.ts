/** @jest-environment node */
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import {
  LAST_OWNER,
  MANAGERS_ONLY,
  NOT_ALLOWED,
  OWNERS_ONLY,
  OWN_MEMBERSHIP,
  describeError,
  endOfDay,
  grantableRoles,
  invitationPath,
  isUuid,
  localDay,
  memberLock,
  nameFinder,
  readInvitationLink,
  signInUrl,
  startOfDay,
} from './';
import type { InvitationLink, Role } from './';
import { inexactField } from './exactNumbers';
import { formatNumber } from './formatNumber';
import { memoryTitle } from './memoryTitle';
import { normalizeText } from './normalizeText';
import { isVisible } from './visibleText';

describe('exactNumbers', () => {
  test.each([
    [{ order_id: 2 ** 53 }, 'order_id'],
    [{ a: { b: [1, { id: -(2 ** 60) }] } }, 'id'],
    [{ ids: [1, 1e20] }, 'ids'],
    [{ a: 2 ** 53 - 1, b: 0.1, c: '90071992547409931', d: null }, undefined],
  ])('finds the rounded number in %j', (metadata, name) => expect(inexactField(metadata)).toBe(name));
});

describe('formatNumber', () => {
  it('groups thousands as in English', () => {
    for (const value of [0, 7, -12, 999, 1000, 12_345, 1_234_567, -4500, 1234.5678, 0.5, -0.25]) {
      expect(formatNumber(value)).toBe(value.toLocaleString('en'));
    }
  });

  it('does not use Intl', () => {
    const make = jest.spyOn(Intl, 'NumberFormat');
    const write = jest.spyOn(Number.prototype, 'toLocaleString');
    expect(formatNumber(1_234_567)).toBe('1,234,567');
    expect([make.mock.calls, write.mock.calls]).toEqual([[], []]);
  });
});

describe('invitationLink', () => {
  const read = (query: string) => readInvitationLink(new URLSearchParams(query));
  const LINK: InvitationLink = {
    answer: 'accept',
    invitationId: 'i',
    organizationId: 'o',
    email: 'Ada+1@x.org',
    token: 't',
  };

  it.each([LINK, { ...LINK, answer: 'decline' as const }])('parses its own link: %j', (link) => {
    const path = invitationPath(link);
    expect(path).toMatch(/^\/login\?(accept|decline)_invite=i&org=o&email=Ada%2B1%40x\.org&token=t$/);
    expect(read(path.split('?')[1]!)).toEqual(link);
  });

  it('requires both ids and prefers accept over decline', () => {
    expect([read('accept_invite=i'), read('org=o'), read('')]).toEqual([null, null, null]);
    expect(read('accept_invite=i&decline_invite=j&org=o')).toMatchObject({
      answer: 'accept',
      invitationId: 'i',
    });
    expect(read('decline_invite=j&org=o')).toEqual({
      answer: 'decline',
      invitationId: 'j',
      organizationId: 'o',
      email: '',
    });
  });
});

describe('memoryTitle', () => {
  test.each([
    ['SELECT * FROM orders WHERE id = 1', 'SELECT * FROM orders WHERE id = 1'],
    ['SELECT *, count(*) FROM orders', 'SELECT *, count(*) FROM orders'],
    ['`SELECT *` reads i.price * i.qty twice', 'SELECT * reads i.price * i.qty twice'],
    ['Total is 2*3*4', 'Total is 2*3*4'],
    ['__init__.py hides `*args` and **kwargs', '__init__.py hides *args and **kwargs'],
    ['## **Root cause** of the _slow_ `npm ci`', 'Root cause of the slow npm ci'],
    ['- *Never* retry ~~twice~~ here', 'Never retry twice here'],
    ['---\n\n> Quoted lesson', 'Quoted lesson'],
    ['-fno-rtti breaks plugins', '-fno-rtti breaks plugins'],
    ['```sql\nSELECT * FROM a\n```', 'SELECT * FROM a'],
  ])('derives from %j the title %j', (content, title) => {
    expect(memoryTitle({ lesson: '', content })).toBe(title);
  });
});

describe('nameFinder', () => {
  it.each([
    ['Café', 'CAFE'],
    ['Cafe\u0301', 'café'],
    ['İzmir', 'izmir'],
    ['ılık', 'ILIK'],
    ['Straße', 'STRASSE'],
    ['GROẞ', 'groß'],
    ['Łódź', 'lodz'],
    ['Œuvre Ærø Þór Đak', 'oeuvre aero thor dak'],
    ['ΛΑΘΟΣ', 'λάθος'],
    ['Ёж', 'ЕЖ'],
    ['مُحَمَّد', 'محمد'],
  ])('matches %s and %s both ways', (one, other) =>
    expect([nameFinder(one)(other), nameFinder(other)(one)]).toEqual([true, true]),
  );

  it.each([
    ['हिन्दी', 'हनद'],
    ['が', 'か'],
    ['≠', '='],
  ])('does not match %s by %s: the marks distinguish words', (one, other) =>
    expect(nameFinder(other)(one)).toBe(false),
  );

  it('matches part of any text, symbols literally, and everything for an empty search', () => {
    const isFound = nameFinder(' FÉ ');
    expect([isFound('Cafe'), isFound('x', 'cafés'), isFound('x')]).toEqual([true, true, false]);
    expect(['%', '_', '\\', '.'].map((sign) => nameFinder(sign)('plain'))).toEqual(Array(4).fill(false));
    expect(nameFinder(' ')('plain')).toBe(true);
  });
});

describe('normalizeText', () => {
  it('equals String.prototype.normalize for up to 30 marks per letter', () => {
    for (const text of ['', 'plain', 'e\u0301', '각', 'ﬃ', `a${'\u0301\u0316'.repeat(15)}b`]) {
      for (const form of ['NFC', 'NFD', 'NFKC'] as const)
        expect(normalizeText(text, form)).toBe(text.normalize(form));
    }
  });

  it('splits longer runs with joiners, once', () => {
    const text = normalizeText(`a${'\u0316\u0301'.repeat(40)}`);
    expect(text.match(/\u034f/g)).toHaveLength(2);
    expect(normalizeText(text)).toBe(text);
  });
});

describe('rules', () => {
  describe('isUuid', () => {
    const id = '1B4E28BA-2FA1-11D2-F83F-0016D3CCA427';
    it.each([id, id.toLowerCase(), ` ${id} `])('accepts "%s"', (text) => expect(isUuid(text)).toBe(true));
    it.each(['', id.slice(1), `${id}0`, id.replace('A', 'G'), id.replaceAll('-', '')])(
      'rejects "%s"',
      (text) => expect(isUuid(text)).toBe(false),
    );
  });

  it('returns start and end of a local day', () => {
    expect(startOfDay('2026-12-31')).toBe(new Date(2026, 11, 31).toISOString());
    expect(endOfDay('2026-12-31')).toBe(new Date(2026, 11, 31, 23, 59, 59, 999).toISOString());
    expect([startOfDay('31.12.2026'), endOfDay(''), localDay('soon')]).toEqual([null, null, '']);
    expect(localDay(new Date(2026, 0, 5, 23).toISOString())).toBe('2026-01-05');
  });

  describe('describeError', () => {
    it.each([
      [new ApiError(409, 'It is in use.', '', null), 'It is in use.'],
      [new ApiError(500, null, '', null), 'HTTP error 500'],
      [new ApiError(503, 'Off.', '', 'llm_disabled'), 'LLM features are currently disabled.'],
      [new ApiError(403, 'Forbidden', '', null), NOT_ALLOWED],
      [new ApiError(403, null, '', null), NOT_ALLOWED],
      [new ApiError(403, 'The organization is inactive.', '', null), 'The organization is inactive.'],
      [new DOMException('aborted', 'AbortError'), 'Canceled before it finished.'],
      [new Error(''), 'Unknown error'],
      ['odd', 'Unknown error'],
    ])('describes %s as "%s"', (error, reason) => expect(describeError(error)).toBe(reason));

    it('keeps the sentence of a lost connection', () => {
      expect(describeError(new NetworkError('refused'))).toMatch(/^Network error/);
    });
  });

  describe('roles', () => {
    const as = (role: Role | null, isSuperadmin = false) => ({ role, isSuperadmin });
    const member = { isSelf: false, role: 'editor' as const };
    const owner = { isSelf: false, role: 'owner' as const };

    it('lets only owners and superadmins grant owner', () => {
      expect(grantableRoles(as('owner'))).toContain('owner');
      expect(grantableRoles(as(null, true))).toContain('owner');
      expect(grantableRoles(as('admin'))).toEqual(['viewer', 'editor', 'admin']);
      expect(grantableRoles(as('editor'))).toEqual([]);
    });

    it.each([
      ['themselves', as('owner'), { ...owner, isSelf: true }, OWN_MEMBERSHIP],
      ['anyone as an editor', as('editor'), member, MANAGERS_ONLY],
      ['an owner as an admin', as('admin'), owner, OWNERS_ONLY],
      ['the last owner', as(null, true), { ...owner, isLastOwner: true }, LAST_OWNER],
    ])('prevents a person from changing %s', (_, actor, target, reason) => {
      expect(memberLock(actor, target)).toBe(reason);
    });

    it('lets admins change members and owners change other owners', () => {
      expect(memberLock(as('admin'), member)).toBeNull();
      expect(memberLock(as('owner'), owner)).toBeNull();
    });
  });

  it('keeps path, query and hash in the sign-in URL', () => {
    const place = { pathname: '/memory-blocks', search: '?search=a&page=2', hash: '#top' };
    const expected = '/oauth2/sign_in?rd=%2Fmemory-blocks%3Fsearch%3Da%26page%3D2%23top';
    expect(signInUrl(place)).toBe(expected);
    expect(signInUrl('/memory-blocks?search=a&page=2#top')).toBe(expected);
  });
});

describe('visibleText', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \t\r\n'],
    ['a no-break space', '\u00a0'],
    ['an ideographic space', '\u3000'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a Hangul filler', '\u3164'],
    ['a half-width Hangul filler', '\uffa0'],
    ['a Mongolian vowel separator', '\u180e'],
    ['an empty Braille pattern', '\u2800'],
    ['a variation selector', '\ufe0f'],
    ['tag characters', '\u{e0020}\u{e007f}'],
    ['direction marks', '\u200e\u202e\u2066'],
  ])('sees nothing in %s', (_what, text) => expect(isVisible(text)).toBe(false));

  test.each(['a', '0', '.', '-', 'ก', '漢', 'ا', '👍', '❤️', '\u200bx', '∅'])('sees %s', (text) =>
    expect(isVisible(text)).toBe(true),
  );
});
