import { z } from 'zod';
import { readTraceId } from '../../rules/trace';
import { endpoints } from '../endpoints';
import { LISTS, createApiClient, createTaggedFetch } from './client';
import { ApiError, GuestReadOnlyError, NetworkError, UnexpectedAnswerError } from './errors';
import { readSearchMetadata } from './searchMetadata';
import type { ClientEnvironment } from './types';

describe('client', () => {
  const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  function setUp(answers: (Response | Error | DOMException)[], overrides: Partial<ClientEnvironment> = {}) {
    const sent: { url: string; init: RequestInit }[] = [];
    const client = createApiClient({
      pageUrl: () => new URL('https://app.example.org/memory-blocks'),
      scope: () => ({ scope: 'personal', organizationId: null }),
      isGuest: () => false,
      cookies: () => '_oauth2_proxy_csrf=token',
      fetch: async (input, init) => {
        sent.push({ url: String(input), init: init ?? {} });
        const answer = answers[sent.length - 1];
        if (!answer) throw new Error('No more answers.');
        if (!(answer instanceof Response)) throw answer;
        return answer;
      },
      ...overrides,
    });
    const header = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name);
    return { client, sent, header };
  }

  const local: Partial<ClientEnvironment> = { pageUrl: () => new URL('http://localhost:3000/') };

  describe('a call', () => {
    it('sends scope, credentials and no CSRF token for reads', async () => {
      const { client, sent, header } = setUp([json({ count: 3 })], {
        scope: () => ({ scope: 'organization', organizationId: 'o1' }),
      });
      await expect(client.call('GET /conversations/count')).resolves.toEqual({ count: 3 });
      expect(sent[0]?.url).toBe('/api/conversations/count?scope=organization&organization_id=o1');
      expect(sent[0]?.init.credentials).toBe('include');
      expect(header(0, 'X-Active-Scope')).toBe('organization');
      expect(header(0, 'X-Organization-Id')).toBe('o1');
      expect(header(0, 'X-CSRF-Token')).toBeNull();
    });

    it('gets a unique trace id for the logs', async () => {
      const { client, header } = setUp([json({ count: 0 }), json({ count: 0 })]);
      for (const _ of [0, 1]) await client.call('GET /conversations/count');
      const ids = [0, 1].map((index) => readTraceId(header(index, 'traceparent')));
      expect(ids).toEqual([expect.any(String), expect.any(String)]);
      expect(ids[0]).not.toBe(ids[1]);
    });

    it('logs the id of a request that the server failed to handle', async () => {
      const said = jest.spyOn(console, 'info').mockReturnValue();
      const id = { 'x-request-id': '4bf92f3577b34da6a3ce929d0e0e4736' };
      const { client } = setUp([json({ detail: 'x' }, 500, id), json({ detail: 'x' }, 404, id)]);
      for (const status of [500, 404])
        await expect(client.call('GET /user-info')).rejects.toMatchObject({ status });
      expect(said.mock.calls).toEqual([[expect.stringContaining('4bf92f3577b34da6a3ce929d0e0e4736')]]);
      said.mockRestore();
    });

    it('reports when the organization in scope treats the caller as an outsider', async () => {
      const outside: string[] = [];
      const page = json({ items: [] }, 200, { 'X-Scope-Membership': 'none' });
      const { client } = setUp(
        [page, json({ detail: 'Forbidden' }, 403), json({ items: [] }), page.clone()],
        {
          scope: () => ({ scope: 'organization', organizationId: 'o1' }),
          onOutside: (id) => outside.push(id),
        },
      );
      await client.call('GET /agents/');
      await client.call('GET /agents/').catch(() => undefined);
      expect(outside).toEqual(['o1', 'o1']);
      await client.call('GET /agents/');
      await client.call('GET /agents/', { scope: false });
      expect(outside).toHaveLength(2);
    });

    it('passes response headers to the caller, including the search metadata', async () => {
      const metadata = { search_type: 'fulltext', result_count: 0, total_search_time_ms: 1 };
      const { client } = setUp([
        json([], 200, { 'X-Search-Metadata': JSON.stringify(metadata) }),
        json([]),
        json([], 200, { 'X-Search-Metadata': '{' }),
      ]);
      const read: unknown[] = [];
      for (let call = 0; call < 3; call += 1)
        await client.call('GET /memory-blocks/search/fulltext', {
          query: { query: 'a' },
          onHeaders: (headers) => read.push(readSearchMetadata(headers)),
        });
      expect(read).toEqual([metadata, null, null]);
    });

    it('sends the CSRF token and the JSON content type for writes', async () => {
      const { client, sent, header } = setUp([json({ success: true, request_id: 'r' }, 201)]);
      await client.call('POST /beta-access/request', { body: {}, scope: false });
      expect(sent[0]?.url).toBe('/api/beta-access/request');
      expect(header(0, 'X-CSRF-Token')).toBe('token');
      expect(header(0, 'Content-Type')).toBe('application/json');
      expect(header(0, 'X-Active-Scope')).toBeNull();
    });

    it('signals the end of a write, whether it succeeded or not', async () => {
      const onWriteEnd = jest.fn();
      const { client } = setUp([json({ count: 0 }), json({}), json({ detail: 'No.' }, 403)], { onWriteEnd });
      await client.call('GET /conversations/count');
      expect(onWriteEnd).not.toHaveBeenCalled();
      await client.call('PATCH /users/me', { body: {} });
      await client.call('PATCH /users/me', { body: {} }).catch(() => undefined);
      expect(onWriteEnd).toHaveBeenCalledTimes(2);
    });

    it('requests a job only when the caller asks for one', async () => {
      const { client, header } = setUp([json({}, 202), json({})]);
      const body = { memory_block_ids: ['a'] };
      await client.call('POST /memory-blocks/bulk-compact', { body, respondAsync: true });
      await client.call('POST /memory-blocks/bulk-compact', { body });
      expect([header(0, 'Prefer'), header(1, 'Prefer')]).toEqual([
        'respond-async, unrated=null',
        'unrated=null',
      ]);
    });

    it('sends an idempotency key with writes: a generated one or the caller’s', async () => {
      const { client, header } = setUp([json({ id: 'a' }), json({}), json({ count: 0 })]);
      const body = { agent_id: 'a', conversation_id: 'c', content: 'Text.' };
      await client.call('POST /memory-blocks/', { body, idempotencyKey: 'once' });
      await client.call('PATCH /users/me', { body: { display_name: 'A' } });
      await client.call('GET /conversations/count');
      expect(header(0, 'Idempotency-Key')).toBe('once');
      expect(header(1, 'Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
      expect(header(2, 'Idempotency-Key')).toBeNull();
    });

    it('accepts a scope override for one call', async () => {
      const { client, sent } = setUp([json({ count: 0 })]);
      await client.call('GET /conversations/count', { scope: { scope: 'public', organizationId: null } });
      expect(sent[0]?.url).toBe('/api/conversations/count?scope=public');
    });

    it('adds development headers, except for a guest', async () => {
      const devHeaders = () => ({ 'X-Auth-Request-Email': 'dev@localhost' });
      const person = setUp([json({ count: 0 })], { devHeaders });
      await person.client.call('GET /conversations/count');
      expect(person.header(0, 'X-Auth-Request-Email')).toBe('dev@localhost');
      const guest = setUp([json({ count: 0 })], { devHeaders, isGuest: () => true, scope: () => null });
      await guest.client.call('GET /conversations/count');
      expect(guest.header(0, 'X-Auth-Request-Email')).toBeNull();
      expect(guest.sent[0]?.url).toBe('/guest-api/conversations/count?scope=public');
    });

    it('requires the session of a signed-in person, so it never gets a guest’s answer, and reports its end', async () => {
      let ended = 0;
      const hasSession = { hasSession: () => true, onUnauthorized: () => void (ended += 1) };
      const { client, header } = setUp([json({ count: 3 }), json({ detail: 'Over.' }, 401)], hasSession);
      await client.call('GET /conversations/count');
      expect([header(0, 'X-Session'), ended]).toEqual(['required', 0]);
      await expect(client.call('GET /conversations/count')).rejects.toMatchObject({ status: 401 });
      expect(ended).toBe(1);
      for (const without of [
        setUp([json({ count: 0 })], { ...hasSession, configuredBase: () => 'https://api.example.org' }),
        setUp([json({ count: 0 })], { hasSession: () => false }),
      ]) {
        await without.client.call('GET /conversations/count');
        expect(without.header(0, 'X-Session')).toBeNull();
      }
    });

    it('rejects a guest’s write before anything is sent', async () => {
      const { client, sent } = setUp([], { isGuest: () => true });
      const refused = client.call('POST /beta-access/request', { body: {} });
      await expect(refused).rejects.toThrow(GuestReadOnlyError);
      await expect(refused).rejects.toThrow('Guest mode read-only');
      expect(sent).toHaveLength(0);
    });

    it('goes out for a guest too, to the usual base and without a session, if it carries its own credentials', async () => {
      const { client, sent, header } = setUp([json({})], {
        isGuest: () => true,
        hasSession: () => true,
        scope: () => null,
      });
      await client.call('POST /beta-access/review/{id}/token', {
        params: { id: 'r' },
        body: { token: 't', decision: 'accepted' },
        scope: false,
        withoutSession: true,
      });
      expect(sent[0]?.url).toBe('/api/beta-access/review/r/token');
      expect(header(0, 'X-Session')).toBeNull();
    });
  });

  describe('an answer', () => {
    it('resolves to null for 204', async () => {
      const { client } = setUp([new Response(null, { status: 204 })]);
      await expect(client.call('GET /conversations/count')).resolves.toBeNull();
    });

    it('keeps status, detail, code, raw text and Retry-After of an error', async () => {
      const { client } = setUp([json({ detail: 'Wait.', code: 'slow_down' }, 429, { 'Retry-After': '7' })]);
      const error = await client.call('GET /health').catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 429, detail: 'Wait.', code: 'slow_down', retryAfter: 7 });
      expect((error as ApiError).raw).toContain('slow_down');
      expect((error as ApiError).message).toBe('Wait.');
    });

    it('joins a list of validation issues into one sentence', async () => {
      const detail = [{ type: 'x', loc: ['query', 'limit'], msg: 'Too big.' }];
      const { client } = setUp([json({ detail }, 422)]);
      await expect(client.call('GET /health')).rejects.toThrow('limit: Too big.');
    });

    it('falls back to "HTTP error {status}" without a detail', async () => {
      const { client } = setUp([new Response('<html>', { status: 503 })]);
      await expect(client.call('GET /health')).rejects.toThrow('HTTP error 503');
    });

    it('fails, rather than showing an empty list, when a list response has no rows', async () => {
      const { client } = setUp([json({}), json({ items: {} }), json(null)]);
      for (const key of ['GET /agents/', 'GET /jobs/', 'GET /keywords/'] as const) {
        await expect(client.call(key)).rejects.toThrow(UnexpectedAnswerError);
      }
    });

    it('throws UnexpectedAnswerError for a success that is not JSON', async () => {
      const { client } = setUp([new Response('<html>', { status: 200 })]);
      await expect(client.call('GET /health')).rejects.toThrow(UnexpectedAnswerError);
    });
  });

  describe('a write whose answer was lost', () => {
    const lost = () => json({ detail: 'The memory service took too long to respond.' }, 504);
    const write = async (
      answers: (Response | Error)[],
      input: { foreign?: true; signal?: AbortSignal } = {},
    ) => {
      jest.useFakeTimers();
      const set = setUp(answers);
      const result = set.client.call('PATCH /users/me', { body: { display_name: 'A' }, ...input }).then(
        () => 'done',
        (error: unknown) => error,
      );
      await jest.advanceTimersByTimeAsync(60_000);
      jest.useRealTimers();
      return { ...set, result: await result };
    };

    it('is retried with the same key and trace id until it is answered', async () => {
      const { sent, header, result } = await write([new TypeError('reset'), lost(), json({ id: 'p' })]);
      expect([sent.length, result]).toEqual([3, 'done']);
      for (const name of ['Idempotency-Key', 'traceparent'])
        expect(new Set([0, 1, 2].map((index) => header(index, name))).size).toBe(1);
    });

    it('fails when no retry is answered either', async () => {
      const { sent, result } = await write([lost(), new TypeError('reset'), lost()]);
      expect([sent.length, result]).toEqual([3, expect.objectContaining({ status: 504 })]);
    });

    it('waits while the first request is still in progress', async () => {
      const busy = json({ detail: 'Under way.' }, 409, { 'Retry-After': '1' });
      const { sent, result } = await write([lost(), busy, json({ id: 'p' })]);
      expect([sent.length, result]).toEqual([3, 'done']);
    });

    it.each([
      ['the service refuses', json({ detail: 'Taken.' }, 409, { 'Retry-After': '1' })],
      ['the service fails', json({ detail: 'Broken.' }, 500)],
      ['the service decides not to do it now', json({ detail: 'Off.', code: 'llm_disabled' }, 503)],
    ])('is not retried if %s', async (_, answer) => {
      const { sent, result } = await write([answer]);
      expect([sent.length, result]).toEqual([1, expect.any(ApiError)]);
    });

    it('is not retried after an abort', async () => {
      const controller = new AbortController();
      const written = write([lost()], { signal: controller.signal });
      // Runs on the fake clock that `write` advances.
      setTimeout(() => controller.abort(), 20);
      const { sent, result } = await written;
      expect([sent.length, result]).toEqual([1, expect.objectContaining({ name: 'AbortError' })]);
    });
  });

  describe('on a developer’s machine', () => {
    it('retries a read that got 502 on port 8000, keeping its query', async () => {
      const { client, sent } = setUp([new Response('', { status: 502 }), json({ count: 1 })], local);
      await expect(client.call('GET /conversations/count')).resolves.toEqual({ count: 1 });
      expect(sent[1]?.url).toBe('http://localhost:8000/conversations/count?scope=personal');
    });

    it('uses the configured port', async () => {
      const { client, sent } = setUp([new Response('', { status: 502 }), json({ count: 1 })], {
        ...local,
        localBackendPort: () => 8100,
      });
      await client.call('GET /conversations/count');
      expect(sent[1]?.url).toBe('http://localhost:8100/conversations/count?scope=personal');
    });

    it('skips a local backend for a minute after it did not answer', async () => {
      const now = jest.spyOn(performance, 'now').mockReturnValue(0);
      const { client, sent } = setUp(
        [502, 0, 502, 502, 0].map((status) =>
          status ? new Response('', { status }) : new TypeError('refused'),
        ),
        local,
      );
      const ask = () => client.call('GET /health').catch(() => undefined);
      await ask();
      now.mockReturnValue(59_999);
      await ask();
      expect(sent).toHaveLength(3);
      now.mockReturnValue(60_000);
      await ask();
      expect(sent).toHaveLength(5);
      now.mockRestore();
    });

    it('retries a read without an answer too, and throws NetworkError if that fails', async () => {
      const { client, sent } = setUp([new TypeError('refused'), new TypeError('refused')], local);
      await expect(client.call('GET /health')).rejects.toThrow(NetworkError);
      expect(sent).toHaveLength(2);
    });

    it('keeps the first answer when the fallback fails', async () => {
      const { client } = setUp([json({ detail: 'Down.' }, 502), new TypeError('refused')], local);
      await expect(client.call('GET /health')).rejects.toMatchObject({ status: 502, detail: 'Down.' });
    });

    it('does not take the backend’s 401 for a sign-out: it knows no sessions', async () => {
      const afterGateway = setUp([json({}, 502), json({ authenticated: false }, 401)], local);
      await expect(afterGateway.client.call('GET /user-info')).rejects.toMatchObject({ status: 502 });
      const afterSilence = setUp([new TypeError('refused'), json({ authenticated: false }, 401)], local);
      await expect(afterSilence.client.call('GET /user-info')).rejects.toThrow(NetworkError);
    });

    it('never sends a write to the fallback', async () => {
      const { client, sent } = setUp([json({ detail: 'No.' }, 400)], local);
      await expect(client.call('POST /beta-access/request', { body: {} })).rejects.toThrow('No.');
      expect(sent).toHaveLength(1);
    });
  });

  it('propagates an abort without trying the fallback', async () => {
    const { client, sent } = setUp([new DOMException('aborted', 'AbortError')], local);
    await expect(client.call('GET /health')).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });
});

describe('the schemas of bodies', () => {
  const bodies = Object.entries(endpoints).flatMap(([key, given]) => {
    const { body } = given as { body?: z.ZodType };
    return body ? [[key, body] as const] : [];
  });

  it.each(bodies)('report non-objects as issues instead of throwing: %s', (_key, body) => {
    for (const value of [null, undefined, 1, 'text', [], [null]])
      expect(() => body.safeParse(value)).not.toThrow();
  });
});

describe('lists', () => {
  /** Responses whose arrays are not their main rows. */
  const PARTS = [
    'GET /analytics/summary',
    'GET /analytics/days',
    'GET /notifications/stats',
    'GET /user-info',
    'GET /build-info',
    'GET /language-model/costs',
  ];

  it('names the row array of every list endpoint', () => {
    const expected = Object.entries(endpoints).flatMap(([key, given]) => {
      const { response } = given as { response?: z.ZodType };
      if (!key.startsWith('GET ') || !response || PARTS.includes(key)) return [];
      if (response instanceof z.ZodArray) return [[key, '']];
      if (!(response instanceof z.ZodObject)) return [];
      const rows = Object.entries(response.shape).find(([, part]) => part instanceof z.ZodArray);
      const isOne = 'id' in response.shape || Object.keys(response.shape).some((name) => /_id$/.test(name));
      return rows && !isOne ? [[key, rows[0]]] : [];
    });
    expect(LISTS).toEqual(Object.fromEntries(expected));
  });
});

describe('tags', () => {
  const tagged = (text: string, tag: string) => new Response(text, { headers: { ETag: tag } });

  /** Answers requests in order and records the ETags that were sent. */
  function setUp(...answers: Response[]) {
    const sent: (string | null)[] = [];
    const fetch = createTaggedFetch(async (_url, init) => {
      sent.push(new Headers(init.headers).get('If-None-Match'));
      return answers.shift()!;
    });
    const ask = async (url = '/api/agents/', init: RequestInit = {}) => {
      const answer = await fetch(url, { headers: { Accept: 'application/json' }, ...init });
      return [answer.status, await answer.text(), answer.headers.get('X-Total-Count')];
    };
    return { ask, sent };
  }

  it('sends the ETag of a cached answer and reuses that answer on 304', async () => {
    const still = new Response(null, { status: 304, headers: { ETag: 'W/"1"', 'X-Total-Count': '7' } });
    const { ask, sent } = setUp(
      tagged('rows', 'W/"1"'),
      still,
      tagged('other rows', 'W/"2"'),
      tagged('', 'x'),
    );
    expect(await ask()).toEqual([200, 'rows', null]);
    expect(await ask()).toEqual([200, 'rows', '7']);
    expect(await ask()).toEqual([200, 'other rows', null]);
    await ask();
    expect(sent).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"']);
  });

  it('drops a cached answer after a failure', async () => {
    const { ask, sent } = setUp(
      tagged('rows', '"1"'),
      new Response('no', { status: 403 }),
      tagged('rows', '"1"'),
    );
    await ask();
    expect(await ask()).toEqual([403, 'no', null]);
    await ask();
    expect(sent).toEqual([null, '"1"', null]);
  });

  it.each([
    ['another address', '/api/keywords/', {}],
    ['another form', '/api/agents/', { headers: { Prefer: 'unrated=null' } }],
    ['a write', '/api/agents/', { method: 'POST' }],
  ])('sends no ETag for %s', async (_what, url, init) => {
    const { ask, sent } = setUp(tagged('rows', '"1"'), tagged('more', '"2"'));
    await ask();
    await ask(url, init);
    expect(sent).toEqual([null, null]);
  });

  it('sends no ETag to another origin', async () => {
    const { ask, sent } = setUp(tagged('rows', '"1"'), tagged('rows', '"1"'));
    await ask('https://api.example.org/agents/');
    await ask('https://api.example.org/agents/');
    expect(sent).toEqual([null, null]);
  });

  it('limits the number of cached answers', async () => {
    const { ask, sent } = setUp(...Array.from({ length: 22 }, (_, n) => tagged(`${n}`, `"${n}"`)));
    for (let n = 0; n < 21; n++) await ask(`/api/agents/?skip=${n}`);
    await ask('/api/agents/?skip=0');
    expect(sent.at(-1)).toBeNull();
  });
});

describe('early', () => {
  it('uses a prefetched answer instead of sending the request', async () => {
    const early = jest.fn(async (address: string) =>
      address.includes('/count') ? new Response('{"count":3}') : null,
    );
    const sent = jest.fn(async () => new Response('{"items":[]}'));
    const client = createApiClient({
      pageUrl: () => new URL('https://app.example.org/'),
      scope: () => ({ scope: 'personal', organizationId: null }),
      isGuest: () => false,
      cookies: () => '',
      early,
      fetch: sent,
    });
    await expect(client.call('GET /conversations/count')).resolves.toEqual({ count: 3 });
    expect(sent).not.toHaveBeenCalled();
    await client.call('GET /agents/');
    expect(sent).toHaveBeenCalledTimes(1);
    const options = expect.objectContaining({ method: 'GET' }) as RequestInit;
    expect(early).toHaveBeenCalledWith('/api/agents/?scope=personal', options);
  });
});
