/** @jest-environment node */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { connect } from './connection';
import { InvalidInput, isUnforeseen, toolError } from './toolErrors';

const settings = {
  baseUrl: 'https://memory.example/api',
  identity: { Authorization: 'Bearer secret' },
  defaults: { agentId: null, conversationId: null, scope: null },
};
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** A client whose requests get the answers in turn; an error is thrown. */
function client(...answers: (Response | Error)[]) {
  const sent = jest.fn<Promise<Response>, Parameters<typeof fetch>>(async () => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error('No more answers.');
  });
  return { api: connect(settings, { fetch: sent, pausesMs: [0, 0] }), sent };
}

it('asks again for a read that met a passing fault', async () => {
  const { api, sent } = client(
    new TypeError('reset'),
    json(503, {}),
    json(200, { status: 'ok', service: 's' }),
  );
  await expect(api.call('GET /health')).resolves.toEqual({ status: 'ok', service: 's' });
  expect(sent).toHaveBeenCalledTimes(3);
  expect(sent.mock.calls[0]![1]).toMatchObject({ headers: { Authorization: 'Bearer secret' } });
});

it('says which agent and which program call', async () => {
  const sent = jest.fn<Promise<Response>, Parameters<typeof fetch>>(async () => json(200, { count: 0 }));
  const defaults = { ...settings.defaults, agentId: 'a1' };
  const api = connect({ ...settings, defaults }, { fetch: sent, program: () => 'codex/1.0' });
  await api.call('GET /conversations/count');
  expect(sent.mock.calls[0]![1]).toMatchObject({
    headers: { 'X-Agent-Id': 'a1', 'User-Agent': 'codex/1.0', Authorization: 'Bearer secret' },
  });
});

it('gives up with the last failure, and asks once where the answer is clear', async () => {
  const lost = client(new TypeError('a'), new TypeError('b'), new TypeError('c'));
  await expect(lost.api.call('GET /health')).rejects.toBeInstanceOf(NetworkError);
  const refused = client(json(404, { detail: 'Not Found' }));
  await expect(refused.api.call('GET /health')).rejects.toBeInstanceOf(ApiError);
  expect(refused.sent).toHaveBeenCalledTimes(1);
});

/** Never answers; ends like a real fetch when it is cancelled, also before it has begun. */
const hangs: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    const signal = init!.signal!;
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });

it('stops at once when the caller cancels, and after its time-out when the service hangs', async () => {
  const api = connect(settings, { fetch: hangs, timeoutMs: 5, pausesMs: [] });
  await expect(api.call('GET /health')).rejects.toBeInstanceOf(NetworkError);
  const controller = new AbortController();
  const cancelled = connect(settings, { fetch: hangs }).call('GET /health', { signal: controller.signal });
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
});

it('gives up in time although memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const call = connect(settings, { fetch: hangs, timeoutMs: 50, pausesMs: [] }).call('GET /health');
  const collecting = setInterval(collect, 10);
  await expect(call).rejects.toBeInstanceOf(NetworkError);
  clearInterval(collecting);
});

const formatSentence = (error: unknown) => toolError(error).content[0];

it.each([
  [new InvalidInput('Say more.'), 'Say more.', false],
  [
    new ApiError(401, 'Invalid token', '', null),
    /^Invalid token\. The token is missing.* \(HTTP 401\)$/,
    false,
  ],
  [
    new ApiError(403, null, '', null),
    /^The service rejected the request\. The token doesn’t have permission to do this here/,
    false,
  ],
  [new ApiError(413, 'Too large.', '', null), /^Too large\. Send less text/, false],
  [new ApiError(422, 'content: too long', '', null), 'content: too long. (HTTP 422)', false],
  [
    new ApiError(429, 'Slow down.', '', null, 7),
    'Slow down. Too many requests. Try again in 7 s. (HTTP 429)',
    false,
  ],
  [
    new ApiError(500, null, '<html>', null),
    /The service has a problem: try again later\. \(HTTP 500\)$/,
    false,
  ],
  [new NetworkError(new Error('x')), /^The memory service didn’t respond\./, false],
  [new DOMException('x', 'AbortError'), /^Canceled before it finished\./, false],
  [new TypeError('secret stack'), 'The server failed to do this. Its log has the details.', true],
])('tells an agent about %s', (error, sentence, isUnknown) => {
  expect(formatSentence(error)).toEqual({
    type: 'text',
    text: sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence,
  });
  expect(isUnforeseen(error)).toBe(isUnknown);
});
