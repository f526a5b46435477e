/** The command `hindsight`: memories for scripts and people at a terminal. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { ImportRow, MemoryBlock } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { MAX_BODY_BYTES, MAX_PAGE_SIZE, MAX_IMPORT_ROWS } from '@hindsight/shared-contracts/rules';
import { readImport, type Question } from '@hindsight/import-formats';
import { EXPORT_KIND, EXPORT_VERSION } from '@hindsight/import-formats/export-kind';
import { CliProblem, type CliDeps } from '../cli/deps';
import { requestToken } from '../cli/grant';
import { errorSentence } from '../cli/run';
import { resolveServiceUrl, createClient, findService } from '../cli/service';
import { connect } from '../connection';
import { switchMemory } from '../automatic/memory';
import { ANSWER_TOKENS } from '../model/fit';
import { AS_AGENT, toQuestion } from '../model/question';
import { authorNamed } from '../tools/agentNames';
import { recalledResult } from '../tools/briefResults';
import { describeRemembered, storeMemory } from '../tools/storeMemory';
import { type Deps, type Result, scopeInput } from '../tools/tool';
import { createWorkspaces } from '../workspaces';
import { deleteCredentials, readCredentials, writeCredentials } from './credentials';

export const SCRIPTS_USAGE = `  login                stores a token for this command after you approve it in the browser
    --url <address>    of the dashboard; --no-browser only prints the address
  logout               revokes and removes it
  recall <question>    --limit, --max-tokens, --agent
  remember <text>      --lesson, --errors, --agent; - reads the text from stdin
  export [file]        all memories of the workspace, ready to import again
  memory on|off        recalls at the start of a session and at each prompt, and keeps lessons at the end
  import <file>        an export of this or another memory tool; --dry-run, --agent
    --as <choices>     how to read what can be read in several ways, e.g. dates=day,lines=paragraphs

  All of them take --workspace <name or id>, and --json for machine-readable output.`;

const OPTIONS = {
  url: { type: 'string' },
  'no-browser': { type: 'boolean' },
  workspace: { type: 'string' },
  agent: { type: 'string' },
  limit: { type: 'string' },
  'max-tokens': { type: 'string' },
  lesson: { type: 'string' },
  errors: { type: 'string' },
  'dry-run': { type: 'boolean' },
  as: { type: 'string' },
  json: { type: 'boolean' },
} as const;

interface Script {
  values: {
    [name in keyof typeof OPTIONS]?: (typeof OPTIONS)[name]['type'] extends 'string' ? string : boolean;
  };
  /** The words after the command. */
  words: readonly string[];
  deps: CliDeps;
  /** Made with the first use: `login` has none. */
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
    !values['no-browser'],
  );
  const file = writeCredentials(deps, {
    url: service.url,
    token: granted.access_token,
    agent_id: granted.agent_id,
  });
  deps.print(`ok     Signed in as agent ${granted.agent_name}; ${file} keeps the token.`);
}

/** Gets a token where there is none. */
async function ensureSignedIn(script: Script): Promise<void> {
  try {
    readCredentials(script.deps);
  } catch (error) {
    if (!(error instanceof CliProblem)) throw error;
    await login(script);
  }
}

/** Hooks run without the variables of this terminal: they find the token in the home folder. */
async function memory(script: Script): Promise<void> {
  const { words, deps } = script;
  await switchMemory(words, deps, async () => {
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
  const maxTokens = wholeNumber('max-tokens', values['max-tokens'], ANSWER_TOKENS.usual, ANSWER_TOKENS.most);
  const rows = await tools.api.call('GET /memory-blocks/search/hybrid', {
    query: { query, limit, ...AS_AGENT, ...(values.agent && { agent_id: values.agent }) },
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

/** A memory as an export has it. */
const toExportRow = ({ keywords, content_embedding: _vector, timestamp: _time, ...row }: MemoryBlock) => ({
  ...row,
  keywords: keywords.map(({ keyword_text }) => keyword_text),
});

async function exportAll(script: Script): Promise<void> {
  const { values, words, deps } = script;
  const tools = script.api();
  const scope = await scopeInput(tools, values.workspace);
  const items: ReturnType<typeof toExportRow>[] = [];
  for (let after = ''; ;) {
    const page = await tools.api.call('GET /memory-blocks/', {
      query: { limit: MAX_PAGE_SIZE, include_archived: 'true', sort_order: 'asc', ...(after && { after }) },
      ...scope,
    });
    items.push(...page.items.map(toExportRow));
    const last = page.items.at(-1);
    if (last === undefined || page.items.length < MAX_PAGE_SIZE) break;
    after = `${last.created_at}_${last.id}`;
  }
  const file = { kind: EXPORT_KIND, version: EXPORT_VERSION, exported_at: new Date().toISOString(), items };
  const [name] = words;
  if (name === undefined) return deps.print(JSON.stringify(file));
  writeFileSync(name, `${JSON.stringify(file, null, 1)}\n`);
  show(script, {
    text: `${items.length} memories exported to ${name}.`,
    data: { file: name, count: items.length },
  });
}

/** Bytes of the rows of one request, and some for what surrounds them. */
const PART_BYTES = MAX_BODY_BYTES / 2;

/** Rows in requests that the service takes. A row that is too large alone is refused by it. */
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

/** How the file was read where it could be read in several ways, and how to say otherwise. */
const readAs = ({ aspect, label, options, value }: Question): string => {
  const others = options.filter((one) => one.value !== value).map((one) => `--as ${aspect}=${one.value}`);
  return `${label}: ${options.find((one) => one.value === value)?.label ?? value} (else ${others.join(' or ')}).`;
};

async function importFile(script: Script): Promise<void> {
  const { values, words } = script;
  const [name] = words;
  if (name === undefined || words.length > 1)
    throw new CliProblem('Pass one file: hindsight import memories.json');
  const choices = Object.fromEntries((values.as ?? '').split(',').map((choice) => choice.split('=')));
  const reading = await readImport(readFileSync(name), path.basename(name), { choices });
  const tools = script.api();
  const scope = await scopeInput(tools, values.workspace);
  const agentId = values.agent ?? tools.defaults.agentId;
  const rows = reading.items.map(({ row }) =>
    row.agent_name || !agentId ? row : { ...row, agent_id: agentId },
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
        dry_run: values['dry-run'] === true,
      },
      ...scope,
    });
    sum.created += answer.created_count;
    sum.already_there += answer.already_there_count;
    sum.refused.push(...answer.results.flatMap(({ error }) => error ?? []));
  }
  const left = [...sum.refused, ...sum.unread];
  const notes = [...reading.notes, ...reading.questions.map(readAs)];
  const verb = values['dry-run'] ? 'would be stored' : 'stored';
  show(script, {
    text: [
      `${reading.format}: ${sum.created} ${verb}, ${sum.already_there} already there, ${left.length} skipped.`,
      ...notes,
      ...left.slice(0, 10),
    ].join('\n'),
    data: { format: reading.format, ...sum, notes },
  });
}

const SCRIPTS: Readonly<Record<string, (script: Script) => Promise<void>>> = {
  login,
  logout,
  recall,
  remember,
  export: exportAll,
  import: importFile,
  memory,
};

export const isScript = (name: string): boolean => Object.hasOwn(SCRIPTS, name);

/** Carries a command out; the exit code. Failures go to stderr, so that what a program reads is an answer or nothing. */
export async function runScript(command: string, args: readonly string[], deps: CliDeps): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const api = (): Deps => {
      const { url, token, agent_id: agentId } = readCredentials(deps);
      const defaults = { agentId, conversationId: null, scope: null };
      const identity = { Authorization: `Bearer ${token}` };
      const client: ApiClient = connect(
        { baseUrl: url, identity, defaults },
        { program: () => `hindsight/${deps.version}` },
      );
      const workspaces = createWorkspaces(client);
      return { api: client, workspaces, defaults, listed: [], withEarlier: false, log: () => undefined };
    };
    await SCRIPTS[command]!({ values, words: positionals, deps, api });
    return 0;
  } catch (error) {
    deps.complain(`Error: ${errorSentence(error)}`);
    return 1;
  }
}
