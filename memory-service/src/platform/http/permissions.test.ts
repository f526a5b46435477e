/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@hindsight/shared-contracts/api';
import { onEveryEngine } from '../../testing/engines';
import { permissionRequests } from '../../testing/permissionRequests';
import type { RequestFactory, RequestParts } from '../../testing/permissionRequests';
import { ids, ownPage, tokenFor } from '../../testing/testApp';

/** The test checks the same table that people read. */
const document = readFileSync(path.resolve(__dirname, '../../../../docs/permissions.md'), 'utf8');
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
const [header = [], ...groups] = rows;
const callers = header.slice(1);
/** These read all memories and run first, while there are few: each later call adds some. */
const readsAll = (key: string) =>
  /memory-optimization|pinned-questions|\/search|consolidation\/trigger/.test(key);
const keys = Object.keys(endpoints);
const order = [...keys.filter(readsAll), ...keys.filter((key) => !readsAll(key))];
/** One row per endpoint; the document groups endpoints with the same results. */
const table = groups
  .flatMap(([keys = '', ...cells]) => keys.split('<br>').map((key) => [key, ...cells]))
  .sort(([a = ''], [b = '']) => order.indexOf(a) - order.indexOf(b));
/** Paths whose rules have separate tests. */
const elsewhere = [...document.matchAll(/^- `(\/[^`]*)`/gm)].map((match) => match[1] ?? '');

const EMAILS: Record<string, string | null> = {
  guest: null,
  stranger: 'stranger@x.test',
  viewer: 'viewer@x.test',
  editor: 'editor@x.test',
  admin: 'admin@x.test',
  owner: 'owner@x.test',
  superadmin: 'root@x.test',
};
/** People at the beta program gate; their columns come last. */
const AT_THE_GATE: Record<string, string> = { pending: 'waiting@x.test', 'beta admin': 'gate@x.test' };
const TOKENS: Record<string, [string, string[], string | null]> = {
  'token read': ['owner@x.test', ['read'], null],
  'token write': ['owner@x.test', ['write'], null],
  'token manage': ['owner@x.test', ['manage'], null],
  'token limited': ['owner@x.test', ['read', 'write'], ids.alphaOrg],
  'token stranger': ['stranger@x.test', ['read', 'write'], null],
};

/** Revokes the calling token, so each call needs a separate one. */
const ENDS_TOKEN = 'DELETE /users/me/tokens/current';

/** Callers sufficient for each endpoint to be carried out once and refused once. */
const ENOUGH = new Set(['guest', 'owner', 'superadmin']);

test('lists every endpoint exactly once and no others', () => {
  const keys = Object.keys(endpoints).filter(
    (key) => !elsewhere.some((prefix) => key.split(' ')[1]?.startsWith(prefix)),
  );
  expect(table.map(([key]) => key).sort()).toEqual(keys.sort());
  expect(callers).toEqual([...Object.keys(EMAILS), ...Object.keys(TOKENS), ...Object.keys(AT_THE_GATE)]);
});

onEveryEngine('the permission table', (world) => {
  let requests: Record<string, RequestFactory> = {};
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    requests = permissionRequests(world.database);
    for (const [name, given] of Object.entries(TOKENS)) {
      tokens.set(name, await tokenFor(world.app, ...given));
    }
  });

  /** Fixtures that no caller has changed yet, by endpoint; the next caller reuses them. */
  const untouched = new Map<string, RequestParts>();
  const recipeFor = async (key: string, email: string | null): Promise<RequestParts> =>
    untouched.get(key) ?? (await requests[key]?.(email)) ?? {};

  const ask = async (key: string, caller: string): Promise<string> => {
    const [method = 'GET', pattern = ''] = key.split(' ');
    const email = TOKENS[caller]?.[0] ?? EMAILS[caller] ?? AT_THE_GATE[caller] ?? null;
    const recipe = await recipeFor(key, email);
    const { params = {}, query = '', body } = recipe;
    const granted = TOKENS[caller];
    const token = granted && ENDS_TOKEN === key ? await tokenFor(world.app, ...granted) : tokens.get(caller);
    const identity = token === undefined ? ownPage(email) : { authorization: `Bearer ${token}` };
    const response = await world.app.inject({
      method: method as 'GET',
      url: `${pattern.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? name)}?${query}`,
      headers: { ...identity, 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg },
      ...(body !== undefined && { payload: body as object }),
    });
    expect(response.statusCode).toBeLessThan(500);
    const isRefused = [401, 403, 404].includes(response.statusCode);
    if (!isRefused && method !== 'GET') untouched.delete(key);
    return isRefused ? String(response.statusCode) : 'yes';
  };

  test.each(table.map(([key = '', ...cells]) => [key, cells] as const))('%s', async (key, cells) => {
    const all = callers.map((caller, n) => [caller, cells[n]] as const);
    const asked = all.filter(([caller]) => !world.isShort || ENOUGH.has(caller));
    const expected = Object.fromEntries(asked);
    const answers: Record<string, string> = {};
    const note = async (caller: string) => (answers[caller] = await ask(key, caller));
    const cook = requests[key];
    if (cook?.length !== 1) {
      untouched.set(key, (await cook?.(null)) ?? {});
      // Reads and expected refusals run concurrently; every other call changes its own rows.
      await Promise.all(
        Object.keys(expected)
          .filter((caller) => key.startsWith('GET ') || expected[caller] !== 'yes')
          .map(note),
      );
    }
    for (const caller of Object.keys(expected)) if (!(caller in answers)) await note(caller);
    expect(answers).toEqual(expected);
  });
});
