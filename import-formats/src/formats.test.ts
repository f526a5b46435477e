import { gzipSync, strToU8, zipSync } from 'fflate';
import { readImport } from './index';

/** The fixtures follow the published definition of each format. */
const read = (file: unknown, name = 'export.json') =>
  readImport(file instanceof Uint8Array || typeof file === 'string' ? file : JSON.stringify(file), name);
/** The rows with only the fields that are set. */
const toRows = async (file: unknown, name?: string) =>
  (await read(file, name)).items.map(({ row }) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value != null && value !== false)),
  );

describe('the reference MCP memory server', () => {
  const entity = (name: string, entityType: string, observations: unknown) => ({
    type: 'entity',
    name,
    entityType,
    observations,
  });
  const graph = [
    entity('billing', 'service', ['Retries twice', 'Owned by Ana']),
    entity('ledger', 'service', []),
    { type: 'relation', from: 'billing', to: 'ledger', relationType: 'writes to' },
    { type: 'relation', from: 'cron', to: 'billing', relationType: 'calls' },
  ];
  const lines = graph.map((entry) => JSON.stringify(entry)).join('\n');

  it.each([
    ['memory.json', JSON.stringify(graph)],
    ['memory.json', lines],
    ['memory.jsonl', lines],
    ['', JSON.stringify({ entities: graph.slice(0, 2), relations: graph.slice(2) })],
  ])('creates a memory per entity with its observations and relations (%s)', async (name, text) => {
    const { format, items, problems } = await read(text, name);
    expect(format).toBe('Reference MCP memory server');
    expect(items.map(({ row }) => row)).toMatchObject([
      {
        content: 'billing (service): Retries twice\nOwned by Ana\nbilling writes to ledger',
        lessons_learned: 'Retries twice\nOwned by Ana\nbilling writes to ledger',
        keywords: ['service'],
      },
      { content: 'cron calls billing' },
    ]);
    expect(problems).toEqual([{ number: 2, reason: '“ledger” has neither observations nor relations.' }]);
  });

  it('reads a file with a single entity', async () => {
    await expect(
      toRows(JSON.stringify(entity('Build box', 'Machine', ['Runs Debian', 'Has 8 cores'])), 'memory.jsonl'),
    ).resolves.toEqual([
      {
        content: 'Build box (Machine): Runs Debian\nHas 8 cores',
        lessons_learned: 'Runs Debian\nHas 8 cores',
        keywords: ['Machine'],
      },
    ]);
  });

  it('reports damaged lines and reads thousands of others', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => JSON.stringify(entity(`e${at}`, 't', [`o${at}`])));
    many.splice(1000, 0, '{"type":"entity","name":"half');
    const { items, problems } = await read(many.join('\n'), 'memory.jsonl');
    expect(items).toHaveLength(3000);
    expect(problems).toEqual([{ number: 1001, reason: 'Line 1001 is not valid JSON.' }]);
  });
});

describe('OpenMemory', () => {
  const memory = (id: string, rest: object) => ({
    id,
    user_id: 'u1',
    app_id: 'a1',
    metadata: {},
    state: 'active',
    created_at: '2025-07-01T10:00:00+00:00',
    updated_at: '2025-07-02T10:00:00+00:00',
    archived_at: null,
    deleted_at: null,
    category_ids: [],
    ...rest,
  });
  const backup = {
    user: { id: 'u1', user_id: 'dev' },
    apps: [{ id: 'a1', name: 'cursor' }],
    categories: [{ id: 'c1', name: 'style' }],
    memories: [
      memory('m1', { content: 'Likes tabs', metadata: { a: 1 }, category_ids: ['c1'] }),
      memory('m2', { content: 'Old', state: 'archived', archived_at: '2025-07-03T10:00:00+00:00' }),
      memory('m3', { content: 'Paused', state: 'paused' }),
      memory('m4', { content: 'Gone', state: 'deleted' }),
    ],
    memory_categories: [{ memory_id: 'm1', category_id: 'c1' }],
    status_history: [],
    access_controls: [],
    export_meta: { version: '1' },
  };
  const line = (id: string, content: string, state: string) =>
    JSON.stringify({
      id,
      content,
      metadata: {},
      created_at: '2025-07-01T10:00:00+00:00',
      updated_at: null,
      state,
      app: 'cursor',
      categories: ['style'],
    });
  const times = { created_at: '2025-07-01T10:00:00+00:00', updated_at: '2025-07-02T10:00:00+00:00' };
  const expected = [
    { content: 'Likes tabs', agent_name: 'cursor', metadata_col: { a: 1 }, keywords: ['style'], ...times },
    {
      content: 'Old',
      agent_name: 'cursor',
      archived: true,
      archived_at: '2025-07-03T10:00:00+00:00',
      ...times,
    },
    { content: 'Paused', agent_name: 'cursor', archived: true, ...times },
  ];

  it('reads each memory of its export archive once', async () => {
    const states = ['active', 'archived', 'paused', 'deleted'];
    const lines = backup.memories.map(({ id, content }: { id: string; content?: string }, at) =>
      line(id, content ?? '', states[at] ?? ''),
    );
    const archive = zipSync({
      'memories.json': strToU8(JSON.stringify(backup, null, 2)),
      'memories.jsonl.gz': gzipSync(strToU8(`${lines.join('\n')}\n`)),
    });
    const { format, problems, notes } = await read(archive, 'memories_export_dev.zip');
    expect(format).toBe('OpenMemory export');
    await expect(toRows(archive, 'memories_export_dev.zip')).resolves.toEqual(expected);
    expect(problems).toEqual([{ number: 4, reason: 'It was deleted in OpenMemory.' }]);
    expect(notes).toEqual(['Memories that were paused in OpenMemory are imported as archived.']);
  });

  it('reads each file of the archive on its own', async () => {
    await expect(toRows(backup, 'memories.json')).resolves.toEqual(expected);
    await expect(
      toRows(gzipSync(strToU8(`${line('m1', 'Likes tabs', 'active')}\n`)), 'memories.jsonl.gz'),
    ).resolves.toEqual([
      { content: 'Likes tabs', agent_name: 'cursor', keywords: ['style'], created_at: times.created_at },
    ]);
  });
});

describe('a tool without a dedicated reader', () => {
  const observation = {
    id: 1,
    title: 'A tag is required',
    narrative: 'Deploys fail without an image tag.',
    facts: ['Pass --tag', 'It times out after 60 s'],
    concepts: ['deploys'],
    filesModified: ['deploy.sh'],
    revision: null,
    vector: Array.from({ length: 32 }, (_, at) => at / 32),
    createdAt: '2026-05-06T07:08:09.000Z',
  };

  it('imports whole entries from any list that has texts', async () => {
    const file = { version: '1', sessions: [{ id: 's', status: 'active' }], observations: [observation] };
    await expect(toRows(file)).resolves.toEqual([
      {
        content:
          'A tag is required: Deploys fail without an image tag.\n- Pass --tag\n- It times out after 60 s',
        keywords: ['deploys'],
        metadata_col: { filesModified: ['deploy.sh'] },
        created_at: '2026-05-06T07:08:09.000Z',
      },
    ]);
    expect((await read(file)).notes).toEqual([
      'Memories are read from “observations”.',
      'Vectors are not imported; the service computes them again.',
    ]);
  });

  it('prefixes a value with its key and merges unmapped fields into the metadata', async () => {
    const rows = [
      { key: 'lint', value: 'Run eslint first', channel: 'ci', metadata: { by: 'ana' }, tags: 'ci, lint' },
      { content: 'lint: Run eslint first', title: 'lint', note: 'From the review.' },
    ];
    await expect(toRows({ entries: rows })).resolves.toEqual([
      {
        content: 'lint: Run eslint first',
        keywords: ['ci', 'lint'],
        metadata_col: { by: 'ana', channel: 'ci' },
      },
      { content: 'lint: Run eslint first', metadata_col: { note: 'From the review.' } },
    ]);
  });

  it('ignores tags listed beside the memories', async () => {
    const file = { entries: [{ content: 'Ports are fixed.' }], tags: [{ value: 'ops' }] };
    await expect(toRows(file)).resolves.toEqual([{ content: 'Ports are fixed.' }]);
  });

  it('drops service fields that an import does not accept', async () => {
    const block = { content: 'Ports are fixed.', visibility_scope: 'personal', owner_user_id: 'x' };
    await expect(toRows([block])).resolves.toEqual([{ content: 'Ports are fixed.' }]);
  });
});

describe('Mem0', () => {
  it('reads the times of its Node package', async () => {
    const memory = { id: 'x', memory: 'Prefers pnpm', createdAt: '2026-05-06T07:08:09.000Z' };
    await expect(toRows({ results: [memory] })).resolves.toEqual([
      { content: 'Prefers pnpm', created_at: '2026-05-06T07:08:09.000Z' },
    ]);
  });

  const entry = {
    id: 'f4cbdb08-7062-4f3e-8eb2-9f5c80dfe64c',
    memory: 'Alex is vegetarian',
    user_id: 'alex',
    agent_id: 'planner',
    hash: 'abc',
    metadata: { source: 'chat' },
    categories: ['food'],
    expiration_date: null,
    created_at: '2024-07-01T12:00:00-07:00',
    updated_at: '2024-07-02T12:00:00-07:00',
  };
  const expected = [
    {
      content: entry.memory,
      agent_name: 'planner',
      metadata_col: { source: 'chat' },
      keywords: ['food'],
      created_at: entry.created_at,
      updated_at: entry.updated_at,
    },
  ];

  it.each([
    ['a page of all memories', { count: 1, next: null, previous: null, results: [entry] }],
    ['a list', [entry]],
    ['the answer of the open-source server', { results: [entry], relations: [] }],
  ])('reads %s', async (_what, file) => {
    expect((await read(file)).format).toBe('Mem0 export');
    await expect(toRows(file)).resolves.toEqual(expected);
  });

  it('reads the blocks of a Markdown project export', async () => {
    const block = (id: string, content: string) =>
      `---\nid: ${id}\ncreated_at: 2024-01-01T00:00:00Z\ntype: decision\nconfidence: 0.9\nbranch: main\nfiles: a.py, b.py\ncategories: style, tests\n---\n${content}\n\n`;
    const file = block('m1', 'Use tabs.\n\n---\n\nAlways.') + block('m2', 'Run tests.');
    expect((await read(file, 'mem0-export-x-2024-01-01.md')).format).toBe('Mem0 export');
    await expect(toRows(file, 'mem0-export-x-2024-01-01.md')).resolves.toMatchObject([
      {
        content: 'Use tabs.\n\n---\n\nAlways.',
        keywords: ['style', 'tests'],
        created_at: '2024-01-01T00:00:00Z',
        metadata_col: { type: 'decision', confidence: '0.9', branch: 'main', files: 'a.py, b.py' },
      },
      { content: 'Run tests.' },
    ]);
  });
});

describe('mcp-memory-service', () => {
  it('reads tags, types and Unix times in seconds', async () => {
    const file = {
      export_metadata: { source_machine: 'box', total_memories: 2, exporter_version: '6.2.4' },
      memories: [
        {
          content: 'Use WAL mode',
          content_hash: 'ab12',
          tags: ['sqlite', 'perf'],
          created_at: 1754042400.5,
          updated_at: 1754042401,
          memory_type: 'decision',
          metadata: { project: 'x' },
          export_source: 'box',
        },
        { content: 'Second', content_hash: 'cd34', tags: ['untagged'], memory_type: null, metadata: {} },
        { content: 'Third', content_hash: 'ef56', tags: 'a, b', created_at_iso: '2025-08-01T10:00:00Z' },
      ],
    };
    const { format, problems, questions } = await read(file);
    expect([format, problems, questions]).toEqual(['mcp-memory-service export', [], []]);
    await expect(toRows(file)).resolves.toEqual([
      {
        content: 'Use WAL mode',
        category: 'decision',
        keywords: ['sqlite', 'perf'],
        metadata_col: { project: 'x' },
        created_at: '2025-08-01T10:00:00.500Z',
        updated_at: '2025-08-01T10:00:01.000Z',
      },
      { content: 'Second' },
      { content: 'Third', keywords: ['a', 'b'], created_at: '2025-08-01T10:00:00Z' },
    ]);
  });
});

describe('basic-memory', () => {
  const note = `---
title: Coffee Brewing
type: note
tags: [coffee, brewing]
permalink: coffee-brewing
created: 2025-03-01T10:00:00+01:00
source: book
---

# Coffee Brewing

## Observations
- [method] Pour over gives clarity #taste (own test)
- [technique] 96 degrees

## Relations
- requires [[Grinding]]
`;
  const row = {
    content: expect.stringMatching(/^Coffee Brewing: ## Observations\n- \[method\] Pour over/),
    lessons_learned: expect.stringContaining('- requires [[Grinding]]'),
    keywords: ['coffee', 'brewing', 'taste'],
    metadata_col: { permalink: 'coffee-brewing', source: 'book' },
    created_at: '2025-03-01T10:00:00+01:00',
  };

  it('imports a note as one memory', async () => {
    expect((await read(note, 'coffee.md')).format).toBe('basic-memory note');
    await expect(toRows(note, 'coffee.md')).resolves.toEqual([row]);
  });

  it('reads a zipped project', async () => {
    const archive = zipSync({
      'notes/coffee.md': strToU8(note),
      'notes/tea.md': strToU8('---\npermalink: tea\ntype: drink\ntags: leaf\n---\n- [kind] Green\n'),
    });
    await expect(toRows(archive, 'project.zip')).resolves.toEqual([
      row,
      {
        content: 'tea: - [kind] Green',
        lessons_learned: '- [kind] Green',
        category: 'drink',
        keywords: ['leaf'],
        metadata_col: { permalink: 'tea' },
      },
    ]);
  });
});

describe('Letta', () => {
  const blocks = [
    {
      id: 'block-0',
      label: 'human',
      value: '\nLives in Lisbon.\n',
      description: 'About the person',
      metadata: {},
    },
    { id: 'block-1', label: 'persona', value: '', metadata: {} },
  ];
  const agents = [{ id: 'agent-0', name: 'helper', block_ids: ['block-0', 'block-1'], messages: [] }];
  const file = { agents, groups: [], blocks, files: [], sources: [], tools: [], mcp_servers: [] };
  const human = {
    content: 'human: Lives in Lisbon.',
    lessons_learned: 'Lives in Lisbon.',
    agent_name: 'helper',
    keywords: ['human'],
    metadata_col: { description: 'About the person' },
  };

  it.each([
    ['an agent file', file],
    ['an agent file inside a text', JSON.stringify(JSON.stringify(file))],
    [
      'an agent file of the first version',
      { agent_type: 'memgpt_agent', name: 'helper', core_memory: blocks, messages: [] },
    ],
  ])('reads the blocks of %s', async (_what, content) => {
    const { format, problems } = await read(content, 'helper.af');
    expect(format).toBe('Letta agent file');
    expect(problems).toEqual([{ number: 2, reason: 'The block “persona” is empty.' }]);
    await expect(toRows(content, 'helper.af')).resolves.toEqual([human]);
  });

  it('reads archival memory passages', async () => {
    const passage = {
      id: 'passage-1',
      archive_id: 'archive-1',
      text: 'The office is in Porto.',
      tags: ['office'],
      metadata: { page: 3 },
      embedding: null,
      created_at: '2025-05-01T10:00:00Z',
    };
    await expect(toRows([passage])).resolves.toEqual([
      {
        content: passage.text,
        keywords: ['office'],
        metadata_col: { page: 3 },
        created_at: '2025-05-01T10:00:00Z',
      },
    ]);
  });
});

describe('Zep', () => {
  it('reads facts and marks invalidated ones as outdated', async () => {
    const edge = (fact: string, rest = {}) => ({
      uuid: 'e1',
      name: 'LIVES_IN',
      fact,
      source_node_uuid: 'n1',
      target_node_uuid: 'n2',
      created_at: '2025-02-01T10:00:00Z',
      attributes: {},
      ...rest,
    });
    const file = {
      edges: [
        edge('Ana lives in Porto', { invalid_at: '2025-04-01T00:00:00Z' }),
        edge('Ana lives in Lisbon'),
      ],
      nodes: [{ uuid: 'n1', name: 'Ana', summary: 'Engineer', labels: ['Person'] }],
    };
    expect((await read(file)).format).toBe('Zep facts');
    await expect(toRows(file)).resolves.toEqual([
      {
        content: 'Ana lives in Porto',
        problem: 'outdated',
        metadata_col: { relation: 'LIVES_IN', invalid_at: '2025-04-01T00:00:00Z' },
        created_at: '2025-02-01T10:00:00Z',
      },
      {
        content: 'Ana lives in Lisbon',
        metadata_col: { relation: 'LIVES_IN' },
        created_at: '2025-02-01T10:00:00Z',
      },
      { content: 'Ana: Engineer', keywords: ['Person'] },
    ]);
  });
});

describe('chat assistants', () => {
  it('reads the memories of a Claude data export', async () => {
    const file = [
      {
        conversations_memory: '**Work**\n\nWrites TypeScript.',
        project_memories: { p1: '# Plan\n\n- Ship it.' },
        account_uuid: 'a1',
      },
    ];
    const { format, items } = await read(file, 'memories.json');
    expect(format).toBe('Claude data export');
    expect(items.map(({ content }) => content)).toEqual(['**Work**', 'Writes TypeScript.', 'Plan: Ship it.']);
  });

  it.each([
    ['Claude', [{ uuid: 'c1', name: 'Chat', chat_messages: [] }]],
    ['ChatGPT', [{ title: 'Chat', mapping: {}, create_time: 1754042400 }]],
  ])('rejects a %s export of conversations', async (_name, file) => {
    await expect(read(file, 'conversations.json')).resolves.toMatchObject({
      items: [],
      problems: [{ number: 1, reason: 'It contains conversations, not memories.' }],
    });
  });

  it('reads a list of strings', async () => {
    await expect(toRows(['Likes tea.', 'Likes tabs.'])).resolves.toMatchObject([
      { content: 'Likes tea.' },
      { content: 'Likes tabs.' },
    ]);
  });
});

describe('JSON import', () => {
  it.each([
    ['{', 'It is not valid JSON.'],
    ['{"a":1}', 'It contains no list of memories.'],
    ['[{"content":""}]', 'The content must not be empty.'],
    [`[{"content":"${'x'.repeat(200_001)}"}]`, 'A text is longer than 200,000 characters.'],
  ])('reports the problem with %.20s', async (text, reason) => {
    await expect(readImport(text, 'x.json')).resolves.toMatchObject({
      items: [],
      problems: [{ number: 1, reason }],
    });
  });

  it('recognizes the format of pasted text', async () => {
    expect((await readImport(' [{"content":"a b"}]', '')).items).toHaveLength(1);
    expect((await readImport('- a lesson', '')).items).toHaveLength(1);
  });

  const lines = '{"content":"a b"}\n{"content":"c d"}\n';
  it.each([
    ['rows.txt', '[{"content":"a b"},{"content":"c d"}]'],
    ['rows.txt', lines],
    ['rows.ndjson', lines],
    ['rows', lines],
    ['rows.txt', 'content,lessons_learned\na b,\nc d,e\n'],
  ])('recognizes data in %s by its content (%#)', async (name, text) => {
    const { items, problems } = await readImport(text, name);
    expect(items.map(({ content }) => content)).toEqual(['a b', 'c d']);
    expect(problems).toEqual([]);
  });

  it('reads a file with a single JSON line as one memory', async () => {
    expect((await readImport('{"content":"a b"}\n', 'x.ndjson')).items).toHaveLength(1);
  });

  it.each([
    '[1] See the manual.',
    '{name} is a placeholder.',
    'Content, errors: both matter.',
    'Content, style',
  ])('imports prose as is: %s', async (text) => {
    expect((await readImport(text, 'notes.txt')).items.map(({ content }) => content)).toEqual([text]);
  });

  it('reports invalid JSON in a file with another extension', async () => {
    expect((await readImport('[{"content":"a b"},', 'x.txt')).problems).toEqual([
      { number: 1, reason: 'It is not valid JSON.' },
    ]);
  });

  it('reads every shape of a field that the service returns', async () => {
    const row = {
      content: 'a b',
      feedback_score: '91',
      timestamp: '2026-03-01T10:00:00Z',
      keywords: [{ id: 'k1', keyword: 'one' }, { keyword_text: 'two' }, 'three'],
    };
    const [item] = (await readImport(JSON.stringify([row]), 'x.json')).items;
    expect(item).toMatchObject({
      row: { feedback_score: 91, created_at: row.timestamp, keywords: ['one', 'two', 'three'] },
      unread: [],
    });
  });

  it('lists unreadable fields', async () => {
    const row = { content: 'a b', feedback_score: 'good', timestamp: 'soon', keywords: [1], priority: null };
    const unread = (await readImport(JSON.stringify([row]), 'x.json')).items[0]?.unread;
    expect(unread).toEqual(['feedback_score', 'keywords', 'created_at']);
  });
});
