/**
 * A small server that speaks the wire of the public service, for tests of the pages in front of it: exact slashes, bare arrays without
 * totals, no capabilities, no restore, no counts of many, 500 for a keyword that is in use. One person, one organization, no rules.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';

const now = () => new Date().toISOString().replace('Z', '123Z');
const ORGANIZATION = { id: randomUUID(), name: 'Public Works', slug: 'public-works', is_active: true };
const PERSON = randomUUID();

const place = (organization) => ({
  visibility_scope: organization ? 'organization' : 'personal',
  owner_user_id: organization ? null : PERSON,
  organization_id: organization ? ORGANIZATION.id : null,
});
const agents = [];
const keywords = [];
const blocks = [];

const addAgent = (agent_name, where) =>
  keep(agents, { agent_name, ...where, agent_id: randomUUID(), created_at: now(), updated_at: now() });
const addKeyword = (keyword_text, where) =>
  keep(keywords, { keyword_text, ...where, keyword_id: randomUUID(), created_at: now() });
const addBlock = (body, where, age = 0) => {
  const at = new Date(Date.now() - age * 86_400_000).toISOString();
  return keep(blocks, {
    agent_id: body.agent_id,
    conversation_id: body.conversation_id,
    content: body.content,
    errors: body.errors ?? null,
    lessons_learned: body.lessons_learned ?? null,
    metadata_col: body.metadata_col ?? null,
    feedback_score: body.feedback_score ?? 0,
    retrieval_count: 0,
    archived: false,
    archived_at: null,
    ...where,
    content_embedding: null,
    id: randomUUID(),
    timestamp: at,
    created_at: at,
    updated_at: at,
    keywords: [],
  });
};
function keep(list, row) {
  list.push(row);
  return row;
}

const own = [addAgent('Builder', place(false)), addAgent('Reviewer', place(false))];
const words = ['queue', 'timeout'].map((text) => addKeyword(text, place(false)));
const conversation = randomUUID();
for (let n = 0; n < 30; n++) {
  const content = `Incident ${n} of the queue. A timeout of ${n} seconds.`;
  const text = {
    content,
    lessons_learned: n % 3 ? `Lesson ${n}: bound every queue.` : null,
    feedback_score: n * 5,
  };
  const block = addBlock(
    { agent_id: own[n % 2].agent_id, conversation_id: conversation, ...text },
    place(false),
    n,
  );
  if (n % 2) block.keywords.push(words[0]);
}
const theirs = addAgent('Deployer', place(true));
addBlock(
  { agent_id: theirs.agent_id, conversation_id: conversation, content: 'Only of the organization.' },
  place(true),
);

class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}
const found = (list, key, id, what) => {
  const row = list.find((one) => one[key] === id);
  if (!row) throw new Refusal(404, `${what} not found`);
  return row;
};
const blockOf = ([id]) => found(blocks, 'id', id, 'Memory block');
const keywordOf = (id) => found(keywords, 'keyword_id', id, 'Keyword');
const agentOf = ([id]) => found(agents, 'agent_id', id, 'Agent');
const inScope = (list, { scope, query }) =>
  list.filter(
    (row) =>
      row.visibility_scope === scope && (!query.get('agent_id') || row.agent_id === query.get('agent_id')),
  );
const slice = (rows, query) => {
  const skip = Number(query.get('skip') ?? 0);
  return rows.slice(skip, skip + Number(query.get('limit') ?? 100));
};
const ORDERS = { feedback_score: 'feedback_score', retrieval_count: 'retrieval_count' };

function pageOf(request, isWanted) {
  const { query } = request;
  const text = query.get('search_query')?.toLowerCase() ?? '';
  const conversationId = query.get('conversation_id');
  const key = ORDERS[query.get('sort_by')] ?? 'created_at';
  const sign = (query.get('sort_order') ?? 'desc') === 'desc' ? -1 : 1;
  const rows = inScope(blocks, request)
    .filter(isWanted)
    .filter((row) => !conversationId || row.conversation_id === conversationId)
    .filter((row) =>
      JSON.stringify([row.id, row.content, row.errors, row.lessons_learned]).toLowerCase().includes(text),
    )
    .sort((a, b) => (a[key] < b[key] ? -sign : a[key] > b[key] ? sign : 0));
  const limit = Number(query.get('limit') ?? 100);
  return { items: slice(rows, query), total_items: rows.length, total_pages: Math.ceil(rows.length / limit) };
}
const remove = (list, row) => void list.splice(list.indexOf(row), 1);
const UPDATABLE = ['content', 'errors', 'lessons_learned', 'metadata_col', 'feedback_score'];
const pick = (body) => Object.fromEntries(Object.entries(body).filter(([key]) => UPDATABLE.includes(key)));

/** Method and exact path, with `:id` for a part; answers `[status, body]` or the body of a 200. */
const routes = {
  'GET /health': () => ({ status: 'ok', service: 'hindsight-service' }),
  'GET /build-info': () => ({
    service_name: 'hindsight-service',
    version: 'unknown',
    build_sha: null,
    build_timestamp: null,
    image_tag: null,
  }),
  'GET /user-info': ({ email }) =>
    email === undefined
      ? [401, { authenticated: false }]
      : {
          authenticated: true,
          user_id: PERSON,
          email,
          display_name: null,
          is_superadmin: false,
          beta_access_status: 'accepted',
          beta_access_admin: false,
          memberships: [
            {
              organization_id: ORGANIZATION.id,
              organization_name: ORGANIZATION.name,
              role: 'editor',
              can_read: true,
              can_write: true,
            },
          ],
          llm_features_enabled: true,
        },
  'GET /organizations/': () => [200, [ORGANIZATION]],
  'GET /notifications/': () => ({ notifications: [], unread_count: 0, total_count: 0 }),
  'GET /notifications/stats': () => ({ unread_count: 0, total_notifications: 0, recent_notifications: [] }),
  'GET /conversations/count': (request) => ({
    count: new Set(
      inScope(blocks, request)
        .filter((row) => !row.archived)
        .map((row) => row.conversation_id),
    ).size,
  }),
  'GET /agents/': (request) => [200, slice(inScope(agents, request), request.query)],
  'POST /agents/': ({ body, where }) => [201, addAgent(body.agent_name, where)],
  'PUT /agents/:id': ({ ids, body }) =>
    Object.assign(agentOf(ids), { agent_name: body.agent_name, updated_at: now() }),
  'DELETE /agents/:id': ({ ids }) => {
    const agent = agentOf(ids);
    for (const block of blocks.filter((row) => row.agent_id === agent.agent_id)) remove(blocks, block);
    remove(agents, agent);
    return [204];
  },
  'GET /keywords/': (request) => [200, slice(inScope(keywords, request), request.query)],
  'POST /keywords/': ({ body, where }) => {
    const same = (row) => row.keyword_text.toLowerCase() === body.keyword_text.toLowerCase();
    if (keywords.some(same)) throw new Refusal(409, 'Keyword already exists in this scope');
    return [201, addKeyword(body.keyword_text, where)];
  },
  'PUT /keywords/:id': ({ ids, body }) =>
    Object.assign(keywordOf(ids[0]), { keyword_text: body.keyword_text }),
  'DELETE /keywords/:id': ({ ids }) => {
    const keyword = keywordOf(ids[0]);
    if (blocks.some((row) => row.keywords.includes(keyword))) return [500, 'Internal Server Error'];
    remove(keywords, keyword);
    return [204];
  },
  'GET /keywords/:id/memory-blocks/': ({ ids, query }) => [
    200,
    slice(
      blocks.filter((row) => row.keywords.includes(keywordOf(ids[0]))),
      query,
    ),
  ],
  'GET /keywords/:id/memory-blocks/count': ({ ids }) => ({
    count: blocks.filter((row) => row.keywords.includes(keywordOf(ids[0]))).length,
  }),
  'GET /memory-blocks/': (request) =>
    pageOf(request, (row) => !row.archived || request.query.get('include_archived') === 'true'),
  'GET /memory-blocks/archived/': (request) => pageOf(request, (row) => row.archived),
  'POST /memory-blocks/': ({ body, where }) => [201, addBlock(body, where)],
  'GET /memory-blocks/:id': ({ ids }) => blockOf(ids),
  'PUT /memory-blocks/:id': ({ ids, body }) => Object.assign(blockOf(ids), pick(body), { updated_at: now() }),
  'POST /memory-blocks/:id/archive': ({ ids }) =>
    Object.assign(blockOf(ids), { archived: true, archived_at: now() }),
  'DELETE /memory-blocks/:id/hard-delete': ({ ids }) => {
    remove(blocks, blockOf(ids));
    return [204];
  },
  'POST /memory-blocks/:id/keywords/:id': ({ ids }) => {
    const block = blockOf(ids);
    const keyword = keywordOf(ids[1]);
    if (block.keywords.includes(keyword)) throw new Refusal(409, 'Association already exists');
    block.keywords.push(keyword);
    return [201, { memory_id: block.id, keyword_id: keyword.keyword_id }];
  },
  'DELETE /memory-blocks/:id/keywords/:id': ({ ids }) => {
    const block = blockOf(ids);
    if (!block.keywords.includes(keywordOf(ids[1]))) throw new Refusal(404, 'Association not found');
    remove(block.keywords, keywordOf(ids[1]));
    return [204];
  },
};

function answer(method, url, headers, body) {
  const key = `${method} ${url.pathname}`;
  const ids = [];
  const pattern = key.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (ids.push(id), ':id'));
  const route = routes[pattern];
  if (!route) return [404, { detail: 'Not Found' }];
  const email = headers['x-auth-request-email'];
  const scope = headers['x-active-scope'] ?? url.searchParams.get('scope') ?? 'personal';
  try {
    const result = route({
      ids,
      body,
      email,
      scope,
      query: url.searchParams,
      where: place(scope === 'organization'),
    });
    return Array.isArray(result) ? result : [200, result];
  } catch (error) {
    if (error instanceof Refusal) return [error.status, { detail: error.message }];
    throw error;
  }
}

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const url = new URL(request.url, 'http://localhost');
  const [status, body] = answer(request.method, url, request.headers, text === '' ? {} : JSON.parse(text));
  // One line for each, so that a test can check the requests.
  console.log(`${request.method} ${url.pathname} ${status}`);
  const isText = typeof body === 'string';
  response.writeHead(status, { 'Content-Type': isText ? 'text/plain' : 'application/json' });
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
});
server.listen(Number(process.env.PORT), process.env.HOST, () =>
  console.log(JSON.stringify({ msg: 'ready' })),
);
process.once('SIGTERM', () => process.exit(0));
