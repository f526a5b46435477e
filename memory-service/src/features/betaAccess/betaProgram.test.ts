/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { BetaAccessUser, Notification } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, get, send, testApp } from '../../testing/testApp';

const SYSTEM = { kind: 'system' } as const;

onOneEngine('beta access, notifications and support', (world) => {
  const call = (key: string, email: string | null, given?: unknown) =>
    send(world.app, key, email, given === undefined ? {} : { body: given });
  const detail = (response: { body: string }) => (JSON.parse(response.body) as { detail: unknown }).detail;
  const newestMail = (event: string) =>
    world.database.read(SYSTEM, async (handle) => {
      const { rows } = await handle.execute<{ recipient: string; text: string; html: string }>(
        sql`select recipient, text, html from mails where event = ${event} order by created_at desc limit 1`,
      );
      return rows[0];
    });
  const ask = async (email: string) => {
    const { request_id: id } = body<{ request_id: string }>(await call('POST /beta-access/request', email));
    const mail = await newestMail('beta_access_admin_notification');
    return { id, token: /beta_token=([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '', to: mail?.recipient };
  };
  const review = (id: string, given: object, remoteAddress = '127.0.0.1') =>
    world.app.inject({
      method: 'POST',
      url: `/beta-access/review/${id}/token`,
      payload: given,
      remoteAddress,
    });

  test('decides by mail link without a session, only once, and reveals nothing without the token', async () => {
    const { id, token, to } = await ask('ann@x.test');
    expect([to, token.length]).toEqual(['gate@x.test', 64]);
    const wrong = await review(id, { token: 'x', decision: 'accepted' });
    expect([wrong.statusCode, detail(wrong)]).toEqual([400, 'Invalid or already used review token.']);
    expect(detail(await review(id, { token, decision: 'maybe' }))).toBe('Invalid decision.');
    expect(body(await review(id, { token, decision: 'ACCEPTED' }))).toMatchObject({
      request_email: 'ann@x.test',
      already_processed: false,
    });
    expect(body(await review(id, { token, decision: 'accepted' }))).toMatchObject({
      already_processed: true,
    });
    expect(detail(await review(id, { token: 'x', decision: 'accepted' }))).toBe(
      'Invalid or already used review token.',
    );
    expect(detail(await review(id, { token, decision: 'denied' }))).toBe('Request already accepted.');
    expect(body(await get(world.app, '/beta-access/status', 'ann@x.test'))).toMatchObject({
      status: 'accepted',
    });
    expect((await newestMail('beta_access_acceptance'))?.recipient).toBe('ann@x.test');
  });

  test('answers 410 for an expired link; a resent link replaces the old one', async () => {
    const { id, token } = await ask('bob@x.test');
    await world.database.write(SYSTEM, (handle) =>
      handle.execute(sql`update beta_access_requests set review_token_expires_at = now() where id = ${id}`),
    );
    const late = await review(id, { token, decision: 'accepted' });
    expect([late.statusCode, detail(late)]).toEqual([410, 'Review token expired.']);
    expect((await call(`POST /beta-access/review/${id}/resend-token`, 'gate@x.test')).statusCode).toBe(200);
    expect((await review(id, { token, decision: 'accepted' })).statusCode).toBe(400);
  });

  test('lets only admins see and decide requests', async () => {
    for (const key of [
      'GET /beta-access/pending',
      'GET /beta-access/admin/users',
      'GET /beta-access/pending/stuck',
    ]) {
      const refused = await call(key, 'owner@x.test');
      expect([refused.statusCode, detail(refused)]).toEqual([403, 'Beta access admin privileges required.']);
    }
    const pending = await call('GET /beta-access/pending', 'gate@x.test');
    expect(pending.body).toContain('bob@x.test');
    expect(pending.body).not.toContain('token');
    const page = body<{ users: BetaAccessUser[]; total_count: number }>(
      await call('GET /beta-access/admin/users?search=B@X&limit=1&status=pending', 'gate@x.test'),
    );
    expect([page.total_count, page.users.map((user) => user.email)]).toEqual([1, ['bob@x.test']]);
    const bob = page.users[0]?.user_id ?? '';
    const set = (status: string) => call(`PATCH /beta-access/admin/users/${bob}`, 'gate@x.test', { status });
    expect(detail(await set('pending'))).toBe('Invalid beta access status provided.');
    expect(body(await set(' Not_Requested '))).toMatchObject({
      user: { beta_access_status: 'not_requested' },
    });
    // The reset persists: the person's next call does not turn it into a denial.
    expect(body(await get(world.app, '/beta-access/status', 'bob@x.test'))).toMatchObject({
      status: 'not_requested',
    });
    // Reviewers may read the history of decisions, and nothing else of the audit trail.
    const history = (type: string, email: string) =>
      call(`GET /audits/?target_type=${type}&target_id=${bob}`, email);
    expect(body(await history('beta_access_user', 'gate@x.test'))).toMatchObject([
      { metadata: { previous_status: 'pending', new_status: 'not_requested' } },
    ]);
    expect((await history('user', 'gate@x.test')).statusCode).toBe(403);
    expect((await history('beta_access_user', 'owner@x.test')).statusCode).toBe(403);
    const missing = await call(
      `PATCH /beta-access/admin/users/${bob.replace(/^.{8}/, '00000000')}`,
      'gate@x.test',
      {
        status: 'denied',
      },
    );
    expect([missing.statusCode, detail(missing)]).toEqual([404, 'User not found.']);
  });

  test('sorts people as requested, those without a request last', async () => {
    const emails = async (query: string) =>
      body<{ users: BetaAccessUser[] }>(
        await call(`GET /beta-access/admin/users?${query}`, 'gate@x.test'),
      ).users.map(({ email }) => email);
    const byEmail = await emails('');
    expect(byEmail).toEqual([...byEmail].sort());
    expect(await emails('sort_by=email&sort_order=desc')).toEqual([...byEmail].reverse());
    expect((await emails('sort_by=requested_at&sort_order=desc')).slice(0, 2)).toEqual([
      'bob@x.test',
      'ann@x.test',
    ]);
    expect((await emails('sort_by=requested_at')).slice(0, 2)).toEqual(['ann@x.test', 'bob@x.test']);
    expect((await call('GET /beta-access/admin/users?sort_by=token', 'gate@x.test')).statusCode).toBe(422);
  });

  test('mentions a request in the decision mail only if there was one', async () => {
    const decide = async (email: string, status: string) => {
      const { user_id: id } = body<{ user_id: string }>(await get(world.app, '/user-info', email));
      await call(`PATCH /beta-access/admin/users/${id}`, 'gate@x.test', { status });
      const event = status === 'accepted' ? 'beta_access_acceptance' : 'beta_access_denial';
      const mail = await newestMail(event);
      return mail?.recipient === email ? mail.text : '';
    };
    const unasked = 'because an administrator changed your account’s beta access';
    expect(await decide('unasked@x.test', 'accepted')).toContain(unasked);
    const denied = await decide('unasked@x.test', 'denied');
    expect(denied).toContain('Your account was not given beta access this time.');
    expect(denied).toContain(unasked);
    await ask('asked@x.test');
    const refused = await decide('asked@x.test', 'denied');
    expect(refused).toContain('Your request for beta access was not approved this time.');
    expect(refused).toContain('because beta access was requested with your address');
  });

  test('counts notifications, marks one or all as read, and stores preferences', async () => {
    const make = (title: string) =>
      call('POST /notifications/test/create', 'editor@x.test', {
        event_type: 'org_invitation',
        title,
        message: 'm',
        action_url: '/dashboard',
      });
    const made = [];
    for (let n = 0; n < 7; n += 1) made.push(body<Notification>(await make(`n${n}`)));
    const stats = async () => body(await get(world.app, '/notifications/stats', 'editor@x.test'));
    expect(await stats()).toMatchObject({ unread_count: 7, total_notifications: 7 });
    const key = `POST /notifications/${made[0]?.id}/read`;
    expect((await call(key, 'viewer@x.test')).statusCode).toBe(404);
    expect((await call(key, 'editor@x.test')).statusCode).toBe(204);
    expect((await call(key, 'editor@x.test')).statusCode).toBe(204);
    expect(body(await call('POST /notifications/read-all', 'editor@x.test'))).toEqual({ marked_count: 6 });
    expect(await stats()).toMatchObject({ unread_count: 0, total_notifications: 7 });
    const bad = await call('POST /notifications/test/create', 'editor@x.test', {
      event_type: 'org_invitation',
      title: 't',
      message: 'm',
      action_url: 'javascript:alert(1)',
    });
    expect(bad.statusCode).toBe(422);
    const put = await call('PUT /notifications/preferences/org_invitation', 'editor@x.test', {
      email_enabled: false,
    });
    expect(body(put)).toMatchObject({ email_enabled: false, in_app_enabled: true });
    expect(body(await get(world.app, '/notifications/preferences', 'editor@x.test'))).toMatchObject({
      preferences: {
        org_invitation: { email_enabled: false, in_app_enabled: true },
        org_invitation_declined: { email_enabled: false, in_app_enabled: true },
        org_role_changed: { email_enabled: true, in_app_enabled: true },
      },
    });
    expect((await call('PUT /notifications/preferences/other', 'editor@x.test', {})).statusCode).toBe(400);
  });

  test('limits support to one message per minute, dedupes repeats, ignores failed mails, escapes HTML and sets reply-to', async () => {
    const contact = (given: object) => call('POST /support/contact', 'viewer@x.test', given);
    expect((await contact({ message: 'x'.repeat(4001) })).statusCode).toBe(422);
    const before = Date.now();
    const both = await Promise.all([contact({ message: '<i>help</i>' }), contact({ message: 'again' })]);
    const passed = Math.ceil((Date.now() - before) / 1000);
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 429]);
    const [taken] = both.filter((answer) => answer.statusCode === 200);
    const again = await contact({ message: taken === both[0] ? '<i>help</i>' : 'again' });
    expect([again.statusCode, body(again)]).toEqual([200, body(taken!)]);
    const refused = both.find((answer) => answer.statusCode === 429);
    const { retry_after_seconds: seconds } = body<{ retry_after_seconds: number }>(refused!);
    expect(seconds).toBeGreaterThanOrEqual(60 - passed);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused?.headers['retry-after']).toBe(String(seconds));
    expect(detail(refused!)).toBe(
      `Rate limit: please wait ${seconds} seconds before sending another support request.`,
    );
    await world.database.write(SYSTEM, (handle) =>
      handle.execute(sql`update mails set status = 'failed' where event = 'support_contact'`),
    );
    expect((await contact({ message: '<i>help</i>' })).statusCode).toBe(200);
    const mail = await newestMail('support_contact');
    expect(mail?.html).toContain('&lt;i&gt;help&lt;/i&gt;');
    const stored = await world.database.read(SYSTEM, (handle) =>
      handle.execute(sql`select reply_to from mails where event = 'support_contact'`),
    );
    expect(stored.rows[0]).toEqual({ reply_to: 'viewer@x.test' });
  });

  test('enforces the mail limit of the sender', async () => {
    const app = testApp(world.database, { EMAIL_RATE_LIMIT_HOUR: '2' });
    const { id } = body<{ id: string }>(
      await send(app, 'POST /organizations/', 'admin@x.test', { body: { name: 'Mailers' } }),
    );
    const invite = (n: number) =>
      send(app, `POST /organizations/${id}/invitations`, 'admin@x.test', {
        body: { email: `m${n}@x.test`, role: 'viewer' },
      });
    const answers = [await invite(1), await invite(2), await invite(3)];
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 429]);
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    // The rejected invitation was rolled back.
    const list = await send(app, `GET /organizations/${id}/invitations/counts`, 'admin@x.test');
    expect(body(list)).toMatchObject({ all: 2 });
    await app.close();
  });

  test('serves the outbox locally when enabled, never through the gateway', async () => {
    expect((await world.app.inject({ url: '/outbox' })).statusCode).toBe(404);
    const app = testApp(world.database, { MAIL_OUTBOX: '1' });
    const page = await app.inject({ url: '/outbox', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Support request from');
    const remote = await app.inject({ url: '/outbox', remoteAddress: '10.1.1.1' });
    expect(remote.statusCode).toBe(404);
    const rebound = await app.inject({ url: '/outbox', headers: { host: 'rebound.example:8000' } });
    expect(rebound.statusCode).toBe(404);
    expect((await get(app, '/outbox', 'viewer@x.test')).statusCode).toBe(404);
    expect((await get(app, '/outbox', 'root@x.test')).statusCode).toBe(200);
    await app.close();
  });

  test('limits wrong attempts to 60 per hour and address; the right link still works from that address', async () => {
    const { id, token } = await ask('neil@x.test');
    const attempts = [];
    for (let n = 0; n <= 60; n += 1)
      attempts.push(await review(id, { token: 'x', decision: 'denied' }, '10.6.6.6'));
    expect(attempts.slice(0, 60).every(({ statusCode }) => statusCode === 400)).toBe(true);
    expect([attempts[60]?.statusCode, detail(attempts[60]!)]).toEqual([
      429,
      'Too many attempts from this address. Try again later.',
    ]);
    expect((await review(id, { token, decision: 'accepted' }, '10.6.6.6')).statusCode).toBe(200);
  });
});
