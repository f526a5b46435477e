/** The basis of all tools: declaration, dependencies and error handling. */
import type {
  CallToolResult,
  ListToolsResult,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { Uuid } from '@hindsight/shared-contracts/api';
import {
  EMPTY_MEMORY,
  isVisible,
  MAX_AGENT_NAME,
  MAX_RECALLED,
  MAX_TEXT,
} from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { fenceStructured } from '../model/fence';
import { ANSWER_TOKENS, CHARACTERS_OF_A_TOKEN } from '../model/fit';
import { withVisibleControls, withVisibleControlsIn } from '../model/visible';
import type { Defaults } from '../settings';
import { InvalidInput, isUnforeseen, toolError } from '../toolErrors';
import type { Workspaces } from '../workspaces';

/** Dependencies of tools, resources and prompts. */
export interface Deps {
  api: ApiClient;
  workspaces: Workspaces;
  defaults: Defaults;
  /** Tools listed to clients, in the order they were added. */
  listed: ListedTool[];
  /** Whether to list the tools of earlier versions too. */
  withEarlier: boolean;
  /** Logs what an operator should see: a sentence and the error. */
  log(message: string, error: unknown): void;
}

/** One call: its cancellation signal, and progress for callers that requested it. */
export interface Call {
  signal: AbortSignal;
  progress(done: number, total: number, message: string): Promise<void>;
}

export interface Result {
  text: string;
  data: Record<string, unknown>;
}

type ListedTool = ListToolsResult['tools'][number];

interface Tool<Input extends z.ZodRawShape> {
  /** A tool of an earlier version: it works for clients that know it, and is listed only when configured. */
  isEarlier?: boolean;
  title: string;
  description: string;
  input: Input;
  output: z.ZodRawShape;
  annotations: ToolAnnotations;
  run(input: z.infer<z.ZodObject<Input>>, call: Call): Promise<Result>;
}

export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Adds a row; a retry adds another. */
export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
/** Changes a row; earlier texts stay in its history. */
export const CHANGES: ToolAnnotations = { ...ADDS, idempotentHint: true };

/** The SDK aborts with the caller's reason, but the code that sends requests recognizes a cancellation by its error. */
function linkCancellation(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return controller.signal;
}

function toCall({ mcpReq }: ServerContext): Call {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    signal: linkCancellation(mcpReq.signal),
    async progress(done, total, message) {
      if (progressToken === undefined) return;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: done, total, message },
      });
    },
  };
}

/** Parses a number or boolean sent as text; undefined for other text. */
function readValue(text: string): number | boolean | undefined {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** Many programs send null for omitted arguments, and numbers and booleans as text. */
const lenientInput = (input: z.ZodRawShape): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(input).map(([name, schema]) => {
      const accepts = (value: unknown) => (schema as z.ZodType).safeParse(value).success;
      if (!accepts(undefined)) return [name, schema];
      const lenient = z.preprocess((given) => {
        if (typeof given !== 'string' || accepts(given)) return given ?? undefined;
        return readValue(given.trim()) ?? given;
      }, schema);
      const description = (schema as z.ZodType).description;
      return [name, description === undefined ? lenient : lenient.describe(description)];
    }),
  );

/** Input schema of a tool. A misspelled argument is refused by name: ignoring it would change the meaning of the call. */
const toInput = (name: string, input: z.ZodRawShape) =>
  z.strictObject(lenientInput(input), {
    error: ({ code, keys }) => {
      if (code !== 'unrecognized_keys') return undefined;
      const known = Object.keys(input).join(', ') || 'nothing';
      return `${name} does not take ${(keys as string[]).join(', ')}. It takes ${known}.`;
    },
  });

/** Bounds that JSON Schema repeats for every integer, and the pattern beside `format: uuid`. */
const REPEATED = new Set(['$schema', 'pattern', '9007199254740991', '-9007199254740991']);

/** JSON schema for clients, without parts that cost context and tell a model nothing. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const text = JSON.stringify(z.toJSONSchema(schema, { target: 'draft-7', io }), (name, value: unknown) =>
    REPEATED.has(name) || REPEATED.has(String(value)) ? undefined : value,
  );
  return JSON.parse(text) as ListedTool['inputSchema'];
}

/** Adds a tool. Any error thrown by `run` becomes a result that says what to do. */
export function addTool<Input extends z.ZodRawShape>(
  server: McpServer,
  deps: Deps,
  name: string,
  { isEarlier = false, title, description, input, output, annotations, run }: Tool<Input>,
): void {
  const handler = async (args: unknown, context: ServerContext): Promise<CallToolResult> => {
    try {
      const { text, data } = await run(args as z.infer<z.ZodObject<Input>>, toCall(context));
      return {
        content: [{ type: 'text', text: withVisibleControls(text) }],
        structuredContent: fenceStructured(withVisibleControlsIn(data)),
      };
    } catch (error) {
      if (isUnforeseen(error)) deps.log(`The tool ${name} failed.`, error);
      return toolError(error);
    }
  };
  const inputSchema = toInput(name, input);
  const outputSchema = z.object({ notice: z.string().optional(), ...output });
  server.registerTool(
    name,
    { title, description, inputSchema, outputSchema, annotations },
    // The SDK infers the arguments from the schema's type, which is generic here.
    handler as never,
  );
  if (isEarlier && !deps.withEarlier) return;
  deps.listed.push({
    name,
    title,
    description,
    inputSchema: jsonSchema(inputSchema, 'input'),
    outputSchema: jsonSchema(outputSchema, 'output'),
    annotations,
  });
}

/** Inputs shared by several tools. An empty id counts as absent, like on the public server. */
export const optionalId = z.preprocess((value) => (value === '' ? undefined : value), Uuid.optional());
export const agentInput = z
  .string()
  .trim()
  .max(MAX_AGENT_NAME)
  .transform((name) => name || undefined)
  .optional();
export const workspaceInput = z
  .string()
  .max(300)
  .optional()
  .describe(
    "'personal', 'public', or an organization's id or name. Default: the one that the server or its token is set up for.",
  );

export const text = z
  .string()
  .max(MAX_TEXT, `A text may have at most ${MAX_TEXT} characters: store a summary.`)
  .refine((given) => !given.includes('\0'), 'Text must not contain the character U+0000.');
export const required = (what: string) => text.refine(isVisible, `${what} must not be empty.`);
export const memoryContent = text.refine(isVisible, EMPTY_MEMORY);
export const reason = z.string().max(10_000).optional();

export const limitInput = (fallback: number) =>
  z
    .number()
    .int()
    .min(1)
    .max(MAX_RECALLED)
    .default(fallback)
    .describe('Maximum number of memories to return.');

export const tokensInput = (fallback: number) =>
  z
    .number()
    .int()
    .min(ANSWER_TOKENS.fewest)
    .max(ANSWER_TOKENS.most)
    .default(fallback)
    .describe(`Maximum tokens of the answer, at ${CHARACTERS_OF_A_TOKEN} characters each.`);

export const cursorInput = z.string().max(1_200).optional().describe('`next_cursor` of the previous answer.');

/** @throws InvalidInput when neither the call nor the configuration names an agent. */
export function requireAgentId({ defaults }: Deps, named: string | undefined): string {
  const agent = named ?? defaults.agentId;
  if (!agent)
    throw new InvalidInput(
      'No agent is named: pass agent_id (search_agents finds it, create_agent makes one), or set DEFAULT_AGENT_ID.',
    );
  return agent;
}

/** The scope for the client; nothing when the defaults decide. */
export async function scopeInput(
  { workspaces }: Deps,
  name: string | undefined,
): Promise<{ scope?: ActiveScope }> {
  const scope = await workspaces.resolve(name);
  return scope ? { scope } : {};
}
