import { openForm, type Harness, startHarness, submit } from './gatewayHarness';

let harness: Harness;
let origin: string;

beforeAll(async () => {
  harness = await startHarness();
  ({ origin } = harness);
});
afterAll(() => harness.stop());

describe('sign-in', () => {
  it('lists the people, escaped, and keeps rd', async () => {
    const { html, rd, response } = await openForm(origin, '?rd=%2Fmemory-blocks%3Fpage%3D2%23row');
    expect(html).toContain('Ada &lt;Admin&gt;');
    expect(html).toContain('value="ada@hindsight.example"');
    expect(rd).toBe('/memory-blocks?page=2#row');
    expect(html).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('sets an http-only session for twelve hours and a readable CSRF cookie, and returns to rd', async () => {
    const { token, cookie } = await openForm(origin);
    const response = await submit(
      origin,
      { email: 'ada@hindsight.example', token, rd: '/agents?x=1' },
      { Cookie: cookie },
    );
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/agents?x=1');
    const [session, csrf] = response.headers.getSetCookie();
    expect(session).toMatch(/^_hindsight_session=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(csrf).toMatch(/^_oauth2_proxy_csrf=.+; Max-Age=43200; Path=\/; SameSite=Lax$/);
  });

  it('signs in with an address in any case', async () => {
    const { token, cookie } = await openForm(origin);
    const form = { email: ' ADA@Hindsight.Example ', token, rd: '/' };
    const [session] = (await submit(origin, form, { Cookie: cookie })).headers.getSetCookie();
    const payload = /^_hindsight_session=([^.]+)\./.exec(session ?? '')![1]!;
    expect(Buffer.from(payload, 'base64url').toString()).toContain('"ada@hindsight.example"');
  });

  it('keeps what was typed when it is no address', async () => {
    const { token, cookie } = await openForm(origin);
    const response = await submit(origin, { email: 'nobody at all', token, rd: '/' }, { Cookie: cookie });
    expect(await response.text()).toContain('value="nobody at all"');
  });

  it('never leaves this origin', async () => {
    expect((await openForm(origin, '?rd=https%3A%2F%2Felsewhere.example%2F')).rd).toBe('/');
    const { token, cookie } = await openForm(origin);
    const response = await submit(
      origin,
      { email: 'a@b.c', token, rd: 'https://elsewhere.example/' },
      { Cookie: cookie },
    );
    expect(response.headers.get('location')).toBe('/');
    const out = await fetch(`${origin}/oauth2/sign_out?rd=//elsewhere.example`, { redirect: 'manual' });
    expect(out.headers.get('location')).toBe('/');
  });

  test.each(['', 'ada', 'ada@', '@b.c', 'a b@c.d', 'a@b.c\r\nX: y', 'ädä@b.c', `${'a'.repeat(251)}@b.c`])(
    'refuses %j with a sentence and signs nobody in',
    async (email) => {
      const { token, cookie } = await openForm(origin);
      const response = await submit(origin, { email, token, rd: '/' }, { Cookie: cookie });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Enter an email address such as');
      expect(response.headers.getSetCookie().join()).not.toContain('_hindsight_session');
    },
  );

  it('refuses a form that this browser did not open', async () => {
    const [mine, other] = [await openForm(origin), await openForm(origin)];
    const tries = [
      submit(origin, { email: 'a@b.c', token: mine.token, rd: '/' }, {}),
      submit(origin, { email: 'a@b.c', token: other.token, rd: '/' }, { Cookie: mine.cookie }),
      submit(
        origin,
        { email: 'a@b.c', token: mine.token, rd: '/' },
        { Cookie: mine.cookie, Origin: 'http://elsewhere.example' },
      ),
    ];
    for (const response of await Promise.all(tries)) {
      expect(response.status).toBe(400);
      expect(response.headers.getSetCookie().join()).not.toContain('_hindsight_session');
    }
  });

  it('signs out: both cookies go, and rd may be our origin', async () => {
    const out = await fetch(`${origin}/oauth2/sign_out?rd=${encodeURIComponent(origin)}`, {
      redirect: 'manual',
    });
    expect(out.status).toBe(303);
    expect(out.headers.get('location')).toBe('/');
    const cleared = out.headers.getSetCookie().join('\n');
    expect(cleared).toMatch(/_hindsight_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(cleared).toMatch(/_oauth2_proxy_csrf=; .*Expires=Thu, 01 Jan 1970/);
  });
});
