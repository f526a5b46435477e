/** The only access to a language model: structured answers from any OpenAI-compatible server, fenced, limited and validated. */
import type { FastifyBaseLogger } from 'fastify';
import type OpenAI from 'openai';
import { z } from 'zod';
import { fence, findJson, schemaFor } from './prompt';
import type { Passage } from './prompt';
import { withLinkedSignal } from './linkedSignal';
import { openAiClient } from './openAiClient';

export interface LanguageModelConfig {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** For one request including all retries. */
  timeoutMs: number;
  /** Tokens per UTC day; 0 means none at all. */
  dailyTokens: number;
}

interface Question<T> {
  /** The task; contains only our own text. */
  task: string;
  /** The person's instructions, only about style and emphasis of the result. */
  instructions?: string;
  /** Stored texts, treated as data and never as instructions. */
  passages: readonly Passage[];
  answer: z.ZodType<T>;
  maxTokens: number;
  signal?: AbortSignal;
}

export interface LanguageModel {
  /** Resolves to an answer that matches the schema. Throws LanguageModelProblem. */
  ask: <T>(question: Question<T>) => Promise<T>;
}

type Reason =
  | 'wrong_key'
  | 'unknown_model'
  | 'rejected'
  | 'busy'
  | 'failed'
  | 'unreachable'
  | 'refused'
  | 'unusable'
  | 'too_long'
  | 'budget'
  | 'stopped';

const SENTENCES: Record<Reason, string> = {
  wrong_key: 'The language model server rejected the API key (LLM_API_KEY).',
  unknown_model: 'The language model server does not know the model (LLM_MODEL, LLM_BASE_URL).',
  rejected: 'The language model server rejected the request.',
  busy: 'The language model’s rate limit was reached. Try again in a minute.',
  failed: 'The language model server failed. Try again later.',
  unreachable: 'The language model isn’t responding. Try again later.',
  refused: 'The language model refused to process this text.',
  unusable: 'The language model returned no usable answer.',
  too_long: 'The text is too long for the language model.',
  budget: "Today's budget for the language model is used up.",
  stopped: 'Stopped before the language model answered.',
};

/** A failure. Its message is safe to show to anyone: it contains nothing from the request or the server. */
export class LanguageModelProblem extends Error {
  override name = 'LanguageModelProblem';

  constructor(
    readonly reason: Reason,
    /** The server's own message, for the log and for operators. */
    readonly serverMessage?: string,
    options?: ErrorOptions,
  ) {
    super(SENTENCES[reason], options);
  }

  /** The message, including the server's own for those who can fix the problem. */
  explain(mayDiagnose: boolean): string {
    return mayDiagnose && this.serverMessage
      ? `${this.message} It says: ${this.serverMessage}`
      : this.message;
  }
}

/** Maximum characters of all passages together. */
export const MAX_PASSAGES = 60_000;

const LONGEST_MESSAGE = 300;

function reasonForStatus(status: number | undefined): Reason {
  if (status === undefined) return 'unreachable';
  if (status === 401 || status === 403) return 'wrong_key';
  if (status === 404) return 'unknown_model';
  if (status === 429) return 'busy';
  return status >= 500 ? 'failed' : 'rejected';
}

/** Status of the server's response; undefined without a response. */
const answeredStatus = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

function toProblem(error: unknown, isStopped: boolean, apiKey: string | undefined): LanguageModelProblem {
  if (error instanceof LanguageModelProblem) return error;
  const options = { cause: error };
  if (isStopped) return new LanguageModelProblem('stopped', undefined, options);
  const status = answeredStatus(error);
  if (status === undefined) return new LanguageModelProblem('unreachable', undefined, options);
  const said = (error as Error).message.replace(/\s+/g, ' ').slice(0, LONGEST_MESSAGE);
  return new LanguageModelProblem(
    reasonForStatus(status),
    apiKey ? said.replaceAll(apiKey, '…') : said,
    options,
  );
}

/** Counts tokens per day across all processes. */
export interface TokenLedger {
  /** Tokens spent on this day so far. */
  spent: (day: string) => Promise<number>;
  spend: (day: string, tokens: number) => Promise<void>;
}

const today = () => new Date().toISOString().slice(0, 10);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Enforces the daily token limit, in UTC. */
function budget(limit: number, ledger: TokenLedger) {
  return {
    demand: async (tokens: number) => {
      if ((await ledger.spent(today())) + tokens > limit) throw new LanguageModelProblem('budget');
    },
    spend: (tokens: number) => ledger.spend(today(), tokens),
  };
}

/** Parses the first JSON of the answer that matches the schema, or says why the first one does not. */
function parse<T>(
  text: string,
  schema: z.ZodType<T>,
  isEcho: (text: string) => boolean,
): { value: T } | { complaint: string } {
  let complaint = 'The answer was not valid JSON.';
  let isFirst = true;
  for (const json of findJson(text, isEcho)) {
    const checked = schema.safeParse(json);
    if (checked.success) return { value: checked.data };
    if (isFirst) complaint = z.prettifyError(checked.error).slice(0, 1000);
    isFirst = false;
  }
  return { complaint };
}

/** Response formats, from the strictest to none: servers differ in support. */
const FORMATS = [
  (schema: z.ZodType) => ({
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: 'answer', schema: schemaFor(schema) },
    },
  }),
  () => ({ response_format: { type: 'json_object' as const } }),
  () => ({}),
];

const rejectsFormat = (error: unknown): boolean => reasonForStatus(answeredStatus(error)) === 'rejected';

export function createLanguageModel(
  config: LanguageModelConfig,
  ledger: TokenLedger,
  log?: FastifyBaseLogger,
): LanguageModel {
  const connect = openAiClient(config, { maxRetries: 2, timeout: config.timeoutMs });
  const dailyBudget = budget(config.dailyTokens, ledger);

  let known = 0;
  /** Tries the formats until the server accepts one, and remembers it. */
  const withSupportedFormat = async <T>(ask: (format: number) => Promise<T>): Promise<T> => {
    let rejection: unknown;
    for (let format = known; format < FORMATS.length; format += 1) {
      try {
        const answer = await ask(format);
        known = format;
        return answer;
      } catch (error) {
        if (!rejectsFormat(error)) throw error;
        rejection ??= error;
      }
    }
    throw rejection;
  };

  const complete = async (
    messages: OpenAI.ChatCompletionMessageParam[],
    question: Question<unknown>,
    signal: AbortSignal,
  ): Promise<string> => {
    const size = messages.reduce((sum, { content }) => sum + String(content).length, 0);
    // Roughly four characters per token; actual use is counted afterwards.
    await dailyBudget.demand(Math.ceil(size / 4) + question.maxTokens);
    const { chat } = await connect();
    const completion = await withSupportedFormat((format) =>
      chat.completions.create(
        {
          model: config.model,
          messages,
          max_tokens: question.maxTokens,
          ...FORMATS[format]?.(question.answer),
        },
        { signal },
      ),
    );
    const used: unknown = completion.usage?.total_tokens;
    await dailyBudget.spend(isCount(used) ? used : Math.ceil(size / 4) + question.maxTokens);
    // Some servers omit fields that the protocol requires: a missing field is an unusable answer.
    const choice = completion.choices?.[0];
    if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') {
      throw new LanguageModelProblem('refused');
    }
    const content: unknown = choice?.message?.content;
    return typeof content === 'string' ? content : '';
  };

  return {
    ask: async (question) => {
      if (question.passages.reduce((sum, { text }) => sum + text.length, 0) > MAX_PASSAGES) {
        throw new LanguageModelProblem('too_long');
      }
      const { messages: asked, isEcho } = fence(question);
      const messages: OpenAI.ChatCompletionMessageParam[] = asked;
      const deadline = AbortSignal.timeout(config.timeoutMs);
      try {
        return await withLinkedSignal(question.signal, async (stop) => {
          const signal = AbortSignal.any([stop, deadline]);
          const first = await complete(messages, question, signal);
          const parsed = parse(first, question.answer, isEcho);
          if ('value' in parsed) return parsed.value;
          messages.push(
            { role: 'assistant', content: first.slice(0, 8000) },
            {
              role: 'user',
              content: `${parsed.complaint}\nAnswer again with JSON that fits the schema, and nothing else.`,
            },
          );
          const second = parse(await complete(messages, question, signal), question.answer, isEcho);
          if ('value' in second) return second.value;
          throw new LanguageModelProblem('unusable', second.complaint);
        });
      } catch (error) {
        const problem = toProblem(error, question.signal?.aborted === true, config.apiKey);
        const { reason, message, serverMessage } = problem;
        if (reason !== 'stopped') log?.warn({ reason, server_message: serverMessage }, message);
        throw problem;
      }
    },
  };
}
