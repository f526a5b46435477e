/** The command `hindsight`: memories for scripts and people at a terminal. */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { Argument, type Command } from 'commander';
import type { ImportRow, MemoryBlock } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { MAX_BODY_BYTES, MAX_PAGE_SIZE, MAX_IMPORT_ROWS } from '@hindsight/shared-contracts/rules';
import { readImport, type Question } from '@hindsight/import-formats';
import { EXPORT_KIND, EXPORT_VERSION } from '@hindsight/import-formats/export-kind';
import { CliProblem, toFileProblem, type CliDeps } from '../cli/deps';
import { requestToken } from '../cli/grant';
import { resolveServiceUrl, createClient, findService } from '../cli/service';
import { connect } from '../connection';
import { switchMemory } from '../automatic/memory';
import { ANSWER_TOKENS } from '../model/fit';
import { AS_AGENT, toQuestion } from '../model/question';
import { agentNamed, authorNamed } from '../tools/agentNames';
import { recalledResult } from '../tools/briefResults';
import { describeRemembered, storeMemory } from '../tools/storeMemory';
import { type Deps, type Result, scopeInput } from '../tools/tool';
import { createWorkspaces } from '../workspaces';
import { deleteCredentials, readCredentials, writeCredentials } from './credentials';

interface Script {
  values: {
    url?: string;
    browser?: boolean;
    workspace?: string;
    agent?: string;
    limit?: string;
    maxTokens?: string;
    lesson?: string;
    errors?: string;
    dryRun?: true;
    as?: string;
    json?: true;
  };
  /** The arguments after the command. */
  words: readonly string[];
  deps: CliDeps;
  /** Created on first use: `login` has none. */
  api(): Deps;
}

const unused = new AbortController().signal;

function wholeNumber(name: string, text: string | undefined, fallback: number, most: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value > 0 && value <= most) return value;
  throw new CliProblem(`--${name} must be a whole number from 1 to ${most}.`);
}

function show({ values, deps }: Script, { text, data }: Result): void {
  deps.print(values.json ? JSON.stringify(data) : text);
}

async function login({ values, deps }: Script): Promise<void> {
  const service = await findService(resolveServiceUrl(values.url, deps));
  const granted = await requestToken(
    createClient(service.url, null),
    'hindsight',
    deps,
    values.browser !== false,
  );
  const file = writeCredentials(deps, {
    url: service.url,
    token: granted.access_token,
    agent_id: granted.agent_id,
  });
  deps.print(`ok     Signed in as agent ${granted.agent_name}; ${file} keeps the token.`);
}

/** Gets a token when there is none. */
async function ensureSignedIn(script: Script): Promise<void> {
  try {
    readCredentials(script.deps);
  } catch (error) {
    if (!(error instanceof CliProblem)) throw error;
    await login(script);
  }
}

/** Hooks run without this terminal's variables, so they read the token from the home folder. */
async function memory(script: Script): Promise<void> {
  const { words, deps } = script;
  const [state, client] = words;
  await switchMemory(state === 'on', client, deps, async () => {
    await ensureSignedIn(script);
    writeCredentials(deps, readCredentials(deps));
  });
}

async function logout({ deps }: Script): Promise<void> {
  const { url, token } = readCredentials(deps);
  await createClient(url, token).call('DELETE /users/me/tokens/current');
  deleteCredentials(deps);
  deps.print('ok     The token is revoked and removed.');
}

async function recall(script: Script): Promise<void> {
  const { values, words } = script;
  const tools = script.api();
  const { text: query } = toQuestion(words.join(' '));
  if (query === '')
    throw new CliProblem('Pass what you are looking for: hindsight recall "why do deploys fail"');
  const limit = wholeNumber('limit', values.limit, 10, MAX_PAGE_SIZE);
  const maxTokens = wholeNumber('max-tokens', values.maxTokens, ANSWER_TOKENS.usual, ANSWER_TOKENS.most);
  const rows = await tools.api.call('GET /memory-blocks/search/hybrid', {
    query: {
      query,
      limit,
      ...AS_AGENT,
      ...(values.agent && { agent_id: await agentNamed(tools, values.agent, values.workspace, unused) }),
    },
    ...(await scopeInput(tools, values.workspace)),
  });
  show(script, await recalledResult(tools, { query, rows, before: { skip: 0 }, limit, maxTokens }));
}

async function remember(script: Script): Promise<void> {
  const { values, words } = script;
  const tools = script.api();
  const content = words.length === 1 && words[0] === '-' ? await readAll(process.stdin) : words.join(' ');
  if (content.trim() === '') throw new CliProblem('Pass what happened: hindsight remember "…" --lesson "…"');
  const author = authorNamed(tools, values.agent);
  const answer = await storeMemory(
    tools,
    { author, content, lessons_learned: values.lesson, errors: values.errors, workspace: values.workspace },
    unused,
  );
  const { message, data } = describeRemembered(answer);
  show(script, { text: message, data: { id: answer.memory.id, message, ...data } });
}

const toExportRow = ({ keywords, content_embedding: _vector, timestamp: _time, ...row }: MemoryBlock) => ({
  ...row,
  keywords: keywords.map(({ keyword_text }) => keyword_text),
});

/** Streams the lines of an export, one memory each; calls `count` with the number of memories. */
async function* exportLines(script: Script, count: (rows: number) => void): AsyncGenerator<string> {
  const tools = script.api();
  const scope = await scopeInput(tools, script.values.workspace);
  const about = { kind: EXPORT_KIND, version: EXPORT_VERSION, exported_at: new Date().toISOString() };
  yield `${JSON.stringify(about).slice(0, -1)},"items":[`;
  let rows = 0;
  for (let after = ''; ;) {
    const { items } = await tools.api.call('GET /memory-blocks/', {
      query: { limit: MAX_PAGE_SIZE, include_archived: 'true', sort_order: 'asc', ...(after && { after }) },
      ...scope,
    });
    for (const item of items) yield `${rows++ === 0 ? '' : ','}${JSON.stringify(toExportRow(item))}`;
    const last = items.at(-1);
    if (last === undefined || items.length < MAX_PAGE_SIZE) break;
    after = `${last.created_at}_${last.id}`;
  }
  yield ']}';
  count(rows);
}

/** Writes page by page, so a workspace can have any size; the file appears only when it is complete. */
async function exportAll(script: Script): Promise<void> {
  let count = 0;
  const lines = exportLines(script, (rows) => (count = rows));
  const [name] = script.words;
  if (name === undefined) {
    for await (const line of lines) script.deps.print(line);
    return;
  }
  const part = `${name}.part`;
  try {
    await writeFile(part, withNewlines(lines));
    renameSync(part, name);
  } catch (error) {
    rmSync(part, { force: true });
    throw toFileProblem(name, error);
  }
  show(script, { text: `${count} memories exported to ${name}.`, data: { file: name, count } });
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Maximum size of the rows in one request, leaving space for the rest of the body. */
const PART_BYTES = MAX_BODY_BYTES / 2;

/** Splits rows into requests that the service accepts. It refuses a single oversized row. */
function splitParts(rows: readonly ImportRow[]): ImportRow[][] {
  const parts: ImportRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    const last = parts.at(-1);
    if (last && last.length < MAX_IMPORT_ROWS && bytes + size <= PART_BYTES) last.push(row);
    else {
      parts.push([row]);
      bytes = 0;
    }
    bytes += size;
  }
  return parts;
}

/** Explains how an ambiguous file was read, and how to choose differently. */
const readAs = ({ aspect, label, options, value }: Question): string => {
  const others = options.filter((one) => one.value !== value).map((one) => `--as ${aspect}=${one.value}`);
  return `${label}: ${options.find((one) => one.value === value)?.label ?? value} (else ${others.join(' or ')}).`;
};

function readBytes(name: string): Buffer {
  try {
    return readFileSync(name);
  } catch (error) {
    throw toFileProblem(name, error);
  }
}

async function importFile(script: Script): Promise<void> {
  const { values, words } = script;
  const [name] = words;
  if (name === undefined || words.length > 1)
    throw new CliProblem('Pass one file: hindsight import memories.json');
  const choices = Object.fromEntries((values.as ?? '').split(',').map((choice) => choice.split('=')));
  const reading = await readImport(readBytes(name), path.basename(name), { choices });
  const tools = script.api();
  const scope = await scopeInput(tools, values.workspace);
  if (reading.items.length === 0)
    throw new CliProblem(
      [`Nothing in ${name} can be imported.`, ...reading.problems.map(({ reason }) => reason)].join(' '),
    );
  const nameless = reading.items.filter(({ row }) => !row.agent_name).length;
  const named = values.agent ?? tools.defaults.agentId;
  if (nameless > 0 && !named)
    throw new CliProblem(
      `${nameless} of ${reading.items.length} memories name no agent. Pass --agent with the name of the one that learned them; it is created if the workspace has none of that name.`,
    );
  const author = nameless > 0 && authorNamed(tools, values.agent);
  const rows = reading.items.map(({ row }) =>
    row.agent_name || !author ? row : { ...row, agent_id: undefined, ...author },
  );
  const sum = {
    created: 0,
    already_there: 0,
    refused: [] as string[],
    unread: reading.problems.map(({ reason }) => reason),
  };
  for (const part of splitParts(rows)) {
    const answer = await tools.api.call('POST /memory-blocks/bulk-import', {
      body: {
        rows: part,
        create_missing: true,
        dry_run: values.dryRun === true,
      },
      ...scope,
    });
    sum.created += answer.created_count;
    sum.already_there += answer.already_there_count;
    sum.refused.push(...answer.results.flatMap(({ error }) => error ?? []));
  }
  const left = [...sum.refused, ...sum.unread];
  const notes = [...reading.notes, ...reading.questions.map(readAs)];
  const verb = values.dryRun ? 'would be stored' : 'stored';
  show(script, {
    text: [
      `${reading.format}: ${sum.created} ${verb}, ${sum.already_there} already there, ${left.length} skipped.`,
      ...notes,
      ...left.slice(0, 10),
    ].join('\n'),
    data: { format: reading.format, ...sum, notes },
  });
}

/** Connects to the service as the signed-in person. */
function connectTools(deps: CliDeps): Deps {
  const { url, token, agent_id: agentId } = readCredentials(deps);
  const defaults = { agentId, conversationId: null, scope: null };
  const identity = { Authorization: `Bearer ${token}` };
  const client: ApiClient = connect(
    { baseUrl: url, identity, defaults },
    { program: () => `hindsight/${deps.version}` },
  );
  const workspaces = createWorkspaces(client);
  return { api: client, workspaces, defaults, listed: [], withEarlier: false, log: () => undefined };
}

/** @param hidden whether to leave them out of the help. */
export function addScripts(program: Command, deps: CliDeps, hidden: boolean): void {
  const add = (usage: string, description: string, run: (script: Script) => Promise<void>): Command =>
    program
      .command(usage, { hidden })
      .description(description)
      .action((...given) => {
        const command = given.at(-1) as Command;
        return run({ values: command.opts(), words: command.args, deps, api: () => connectTools(deps) });
      });
  /** Adds a command that reads or writes memories. */
  const addForMemories: typeof add = (...command) =>
    add(...command)
      .option('--workspace <workspace>', 'its name or id')
      .option('--json', 'machine-readable output');

  add('login', 'stores a token for this command after you approve it in the browser', login)
    .option('--url <address>', 'of the dashboard, e.g. https://hindsight.example.org')
    .option('--no-browser', 'only prints the address');
  add('logout', 'revokes and removes it', logout);
  addForMemories('recall [question...]', 'finds what was learned', recall)
    .option('--limit <number>', 'most memories')
    .option('--max-tokens <number>', 'most tokens of the answer')
    .option('--agent <name>', 'only memories of this agent; name or id');
  addForMemories('remember [text...]', 'stores a memory; - reads the text from stdin', remember)
    .option('--lesson <text>', 'what to do next time')
    .option('--errors <text>', 'the error messages')
    .option('--agent <name>', 'name or id of the agent that learned it');
  addForMemories('export [file]', 'all memories of the workspace, ready to import again', exportAll);
  addForMemories('import [file]', 'an export of this or another memory tool', importFile)
    .option('--dry-run', 'stores nothing')
    .option('--agent <name>', 'agent of memories that name none; name or id')
    .option(
      '--as <choices>',
      'how to read what can be read in several ways, e.g. dates=day,lines=paragraphs',
    );
  add('memory', 'recalls at the start of a session and at each prompt, and keeps lessons at the end', memory)
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .argument('[client]')
    .option('--url <address>', 'of the dashboard, where you are not signed in yet')
    .option('--no-browser', 'only prints the address');
}
