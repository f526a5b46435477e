import { createTaggedFetch } from './client';

const tagged = (text: string, tag: string) => new Response(text, { headers: { ETag: tag } });

/** Answers one after the other, and keeps the tags that were sent. */
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

it('names the tag of what it has, and gives that again when it is still right', async () => {
  const still = new Response(null, { status: 304, headers: { ETag: 'W/"1"', 'X-Total-Count': '7' } });
  const { ask, sent } = setUp(tagged('rows', 'W/"1"'), still, tagged('other rows', 'W/"2"'), tagged('', 'x'));
  expect(await ask()).toEqual([200, 'rows', null]);
  expect(await ask()).toEqual([200, 'rows', '7']);
  expect(await ask()).toEqual([200, 'other rows', null]);
  await ask();
  expect(sent).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"']);
});

it('forgets an answer that failed since', async () => {
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
])('names no tag for %s', async (_what, url, init) => {
  const { ask, sent } = setUp(tagged('rows', '"1"'), tagged('more', '"2"'));
  await ask();
  await ask(url, init);
  expect(sent).toEqual([null, null]);
});

it('names none at another origin', async () => {
  const { ask, sent } = setUp(tagged('rows', '"1"'), tagged('rows', '"1"'));
  await ask('https://api.example.org/agents/');
  await ask('https://api.example.org/agents/');
  expect(sent).toEqual([null, null]);
});

it('keeps no more than a few answers', async () => {
  const { ask, sent } = setUp(...Array.from({ length: 22 }, (_, n) => tagged(`${n}`, `"${n}"`)));
  for (let n = 0; n < 21; n++) await ask(`/api/agents/?skip=${n}`);
  await ask('/api/agents/?skip=0');
  expect(sent.at(-1)).toBeNull();
});
