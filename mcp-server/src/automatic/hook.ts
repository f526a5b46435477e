/**
 * The hook that a client runs at the start of a session, at each prompt, before compaction, and at the end. It always ends without an
 * error, and within a second when the service is unavailable, so the agent can continue.
 */
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { isUuid, randomUuid } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import type { CliDeps } from '../cli/deps';
import { connect } from '../connection';
import { CHARACTERS_OF_A_TOKEN } from '../model/fit';
import { AS_AGENT, toQuestion } from '../model/question';
import { readCredentials } from '../scripts/credentials';
import { authorNamed } from '../tools/agentNames';
import { recalledResult } from '../tools/briefResults';
import { storeMemory } from '../tools/storeMemory';
import type { Deps } from '../tools/tool';
import { createWorkspaces } from '../workspaces';
import { lessonKey, parseLessons, lessonsOfTranscript } from './lessons';
import { findRepository } from './repository';
import { type PendingLesson, sessionStates } from './sessionState';

const HOOK_EVENTS = ['start', 'prompt', 'save', 'send'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Time limits of the client's wait, in milliseconds. */
const LIMITS = {
  /** Measured from the start of the process; after it, an unavailable service is given up. */
  deadline: 700,
  /** Deadline for the health check. */
  health: 200,
  /** Wait for a service that is up: on a busy machine, its answer is worth the time. Clients wait for five seconds. */
  busy: 3_000,
};
/** Minimum time for the service, even when the process started slowly. */
const LEAST_MS = 150;
/** Sending runs in the background, so it may take longer. */
const SEND_MS = 30_000;
const START = { memories: 8, tokens: 600 };
const PROMPT = { memories: 3, tokens: 300 };
/** Shorter prompts, such as “go on”, trigger no search. */
const SHORTEST_PROMPT = 15;

const Input = z.looseObject({
  session_id: z.string().optional(),
  conversation_id: z.string().optional(),
  transcript_path: z.string().nullish(),
  cwd: z.string().optional(),
  workspace_roots: z.array(z.string()).optional(),
  hook_event_name: z.string().default(''),
  prompt: z.string().optional(),
  last_assistant_message: z.string().nullish(),
});
type Input = z.infer<typeof Input>;

/** Start of every session, also without a memory. */
const instruction = (repository: string) =>
  `Hindsight keeps the lessons of this repository as the agent "${repository}". When you learn something that would have saved time, end your answer with a line "Lesson: …" that makes sense without this conversation: the person reads it, and it is stored.`;

interface Context extends Pick<CliDeps, 'machine' | 'command' | 'version'> {
  input: Input;
  deps: Deps;
  repository: string;
  session: string;
  states: ReturnType<typeof sessionStates>;
}

function createDeps(
  { machine, command, version }: Pick<CliDeps, 'machine' | 'command' | 'version'>,
  timeoutMs: number,
): Deps {
  const { url, token } = readCredentials({ machine, command });
  const defaults = { agentId: null, conversationId: null, scope: null };
  const identity = { Authorization: `Bearer ${token}` };
  const api = connect(
    { baseUrl: url, identity, defaults },
    { timeoutMs, pausesMs: [], program: () => `hindsight-hook/${version}` },
  );
  return {
    api,
    workspaces: createWorkspaces(api),
    defaults,
    listed: [],
    withEarlier: false,
    log: () => undefined,
  };
}

/** The repository's agent, or null when nothing was learned about the repository yet. Looked up once per machine. */
async function findAgent({ deps, repository, states }: Context): Promise<string | null> {
  const place = `repository ${repository}`;
  const state = states.of(place);
  if (state.agentId !== null) return state.agentId;
  const query = { query: repository };
  const found = await deps.api.call('GET /agents/search/', { query });
  const agentId = found.find(({ agent_name }) => agent_name.toLowerCase() === repository)?.agent_id ?? null;
  if (agentId !== null) states.keep(place, { ...state, agentId });
  return agentId;
}

type Rows = Parameters<typeof recalledResult>[1]['rows'];

/** Memories not yet shown in this session, as text within a budget. */
async function newMemories(
  context: Context,
  rows: Rows,
  query: string,
  budget: typeof PROMPT,
): Promise<string> {
  const { deps, states, session } = context;
  const state = states.of(session);
  const fresh = rows.filter(({ id }) => !state.shown.includes(id)).slice(0, budget.memories);
  if (fresh.length === 0) return '';
  states.keep(session, { ...state, shown: [...state.shown, ...fresh.map(({ id }) => id)] });
  const answer = { query, rows: fresh, before: { skip: 0 }, limit: fresh.length, maxTokens: budget.tokens };
  return (await recalledResult(deps, answer)).text.slice(0, budget.tokens * CHARACTERS_OF_A_TOKEN);
}

async function start(context: Context): Promise<string> {
  const { deps, repository } = context;
  const agent_id = await findAgent(context).catch(() => null);
  if (agent_id === null) return instruction(repository);
  const query = { agent_id, limit: START.memories } as const;
  const page = await deps.api.call('GET /memory-blocks/', { query }).catch(() => ({ items: [] }));
  const memories = await newMemories(context, page.items as Rows, repository, START);
  return [instruction(repository), memories].filter(Boolean).join('\n\n');
}

async function prompt(context: Context): Promise<string> {
  const { deps, input } = context;
  const { text } = toQuestion(input.prompt ?? '');
  if (text.length < SHORTEST_PROMPT || text.startsWith('/')) return '';
  const agent_id = await findAgent(context);
  if (agent_id === null) return '';
  const query = { query: text, agent_id, limit: PROMPT.memories, ...AS_AGENT };
  const rows = await deps.api.call('GET /memory-blocks/search/hybrid', { query });
  return newMemories(context, rows, text, PROMPT);
}

/** Stores queued lessons one by one, in a separate process; a failed one stays queued for the next session. */
async function sendPending(deps: Deps, states: ReturnType<typeof sessionStates>): Promise<void> {
  for (let pending = states.pending(); pending[0]; pending = states.pending()) {
    const { repository, conversation, content, lesson } = pending[0];
    const patient = AbortSignal.timeout(SEND_MS);
    const author = authorNamed(deps, repository);
    const memory = { author, conversation_id: conversation, content, lessons_learned: lesson };
    await storeMemory(deps, memory, patient);
    states.keepPending(states.pending().slice(1));
  }
}

/** Queues the session's lessons before anything is sent, so none is lost. */
async function save(context: Context): Promise<string> {
  const { input, states, session, repository } = context;
  const { transcript_path: file, last_assistant_message: last } = input;
  const state = states.of(session);
  const found = [...(file ? lessonsOfTranscript(file) : []), ...parseLessons(last ?? '')];
  const fresh = new Map(
    found.filter((one) => !state.sent.includes(lessonKey(one))).map((one) => [lessonKey(one), one]),
  );
  const conversation = isUuid(session) ? session : randomUuid();
  const noted = [...fresh.values()].map((one): PendingLesson => ({ ...one, repository, conversation }));
  if (noted.length > 0) {
    states.keepPending([...states.pending(), ...noted]);
    states.keep(session, { ...state, sent: [...state.sent, ...fresh.keys()] });
  }
  return '';
}

const HOOKS: Record<Exclude<HookEvent, 'send'>, (context: Context) => Promise<string>> = {
  start,
  prompt,
  save,
};

/** Text added to the session, in the client's format. */
function formatContext(hookEventName: string, additionalContext: string, client?: string): string {
  if (additionalContext === '') return '';
  if (client !== undefined) return JSON.stringify({ additionalContext });
  // Cursor's event names are in lower case, and it reads the text from a different field.
  if (/^[a-z]/.test(hookEventName)) return JSON.stringify({ additional_context: additionalContext });
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } });
}

/** Parses the hook's input, without the service. */
async function readHookInput(text: string, { machine }: CliDeps) {
  const input = Input.parse(JSON.parse(text));
  const repository = await findRepository(input.cwd ?? input.workspace_roots?.[0] ?? machine.folder);
  const states = sessionStates(machine.home);
  return { input, repository, states, session: input.session_id ?? input.conversation_id ?? 'none' };
}

/** Returns `otherwise` when the work fails or takes too long. @param isThere whether the service responds at all. */
async function withDeadline(
  work: Promise<string>,
  otherwise: string,
  { deadline, busy }: typeof LIMITS,
  isThere: () => Promise<boolean>,
): Promise<string> {
  const ended = new AbortController();
  const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal: ended.signal });
  const answerLate = async () => {
    await wait(Math.max(LEAST_MS, deadline - process.uptime() * 1000));
    if (await isThere()) await wait(busy);
    return otherwise;
  };
  try {
    return await Promise.race([work.catch(() => otherwise), answerLate().catch(() => otherwise)]);
  } finally {
    ended.abort();
  }
}

/** Stores lessons that earlier hooks queued. Of concurrent processes, only one sends. */
async function send(deps: CliDeps): Promise<void> {
  const states = sessionStates(deps.machine.home);
  await states.alone(() => sendPending(createDeps(deps, SEND_MS), states));
}

/**
 * Returns the text that the client adds to the session; empty on any error or timeout. @param client set when its answers have their own
 * format.
 */
export async function runHook(
  event: HookEvent,
  text: string,
  deps: CliDeps,
  limits = LIMITS,
  client?: string,
): Promise<string> {
  try {
    if (event === 'send') {
      await send(deps);
      return '';
    }
    const begun = await readHookInput(text, deps);
    const { states, repository, input } = begun;
    const work = async () => HOOKS[event]({ ...deps, ...begun, deps: createDeps(deps, limits.busy) });
    const isThere = () =>
      createDeps(deps, limits.health)
        .api.call('GET /health')
        .then(
          () => true,
          () => false,
        );
    const added = await withDeadline(
      work(),
      event === 'start' ? instruction(repository) : '',
      limits,
      isThere,
    );
    if (event === 'start') states.forgetOld(Date.now());
    if (event !== 'prompt' && states.pending().length > 0) deps.startAlone(['hook', 'send']);
    return formatContext(input.hook_event_name, added, client);
  } catch {
    return '';
  }
}

/** Runs a client's hook on the standard streams and ends the process. @param args the event, and the client when its answers differ. */
export async function answerHook([named, client]: readonly string[], deps: CliDeps): Promise<void> {
  const event = HOOK_EVENTS.find((one) => one === named) ?? 'save';
  const answer = await runHook(event, await readAll(process.stdin), deps, undefined, client);
  process.stdout.write(answer, () => process.exit(0));
}
