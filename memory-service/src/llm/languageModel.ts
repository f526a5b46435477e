/** The only access to a language model: structured answers from any OpenAI-compatible server, fenced, capped and validated. */
import OpenAI from 'openai';
import { z } from 'zod';
import { fence, jsonOf } from './prompt';
import type { Passage } from './prompt';
import { withLinkedSignal } from './linkedSignal';

export interface LanguageModelConfig {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** For one request with all its tries. */
  timeoutMs: number;
  /** Tokens that this process may use in one UTC day; 0 means none at all. */
  dailyTokens: number;
}

interface Question<T> {
  /** The task, in our own text only. */
  task: string;
  /** Instructions of the person, about style and emphasis of the result only. */
  instructions?: string;
  /** Stored texts: data, never instructions. */
  passages: readonly Passage[];
  answer: z.ZodType<T>;
  maxTokens: number;
  signal?: AbortSignal;
}

export interface LanguageModel {
  /** Resolves with an answer that fits the schema. Throws LanguageModelProblem. */
  ask: <T>(question: Question<T>) => Promise<T>;
}

type Reason = 'unreachable' | 'busy' | 'refused' | 'unusable' | 'too_long' | 'budget' | 'stopped';

const SENTENCES: Record<Reason, string> = {
  unreachable: 'The language model did not answer. Try again later.',
  busy: 'The language model has too much to do. Try again in a minute.',
  refused: 'The language model refused to work on this text.',
  unusable: 'The language model did not give a usable answer.',
  too_long: 'The text is too long for the language model.',
  budget: "Today's budget for the language model is used up.",
  stopped: 'Stopped before the language model answered.',
};

/** A failure whose message can be shown: it holds nothing of the request or the server. */
export class LanguageModelProblem extends Error {
  override name = 'LanguageModelProblem';

  constructor(
    readonly reason: Reason,
    options?: ErrorOptions,
  ) {
    super(SENTENCES[reason], options);
  }
}

/** Characters of all passages together. */
export const MAX_PASSAGES = 60_000;

function problemOf(error: unknown, stopped: boolean): LanguageModelProblem {
  if (error instanceof LanguageModelProblem) return error;
  if (stopped) return new LanguageModelProblem('stopped', { cause: error });
  const busy = error instanceof OpenAI.APIError && error.status === 429;
  return new LanguageModelProblem(busy ? 'busy' : 'unreachable', { cause: error });
}

/** Where the tokens of a day are counted, for all processes together. */
export interface TokenLedger {
  /** Tokens spent on this day so far. */
  spent: (day: string) => Promise<number>;
  spend: (day: string, tokens: number) => Promise<void>;
}

const today = () => new Date().toISOString().slice(0, 10);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Keeps the tokens of a UTC day within the limit. */
function budget(limit: number, ledger: TokenLedger) {
  return {
    demand: async (tokens: number) => {
      if ((await ledger.spent(today())) + tokens > limit) throw new LanguageModelProblem('budget');
    },
    spend: (tokens: number) => ledger.spend(today(), tokens),
  };
}

/** The first JSON of the answer that fits, or why the first one does not. */
function parse<T>(
  text: string,
  schema: z.ZodType<T>,
  isEcho: (text: string) => boolean,
): { value: T } | { complaint: string } {
  let complaint = 'The answer was not valid JSON.';
  let isFirst = true;
  for (const json of jsonOf(text, isEcho)) {
    const checked = schema.safeParse(json);
    if (checked.success) return { value: checked.data };
    if (isFirst) complaint = z.prettifyError(checked.error).slice(0, 1000);
    isFirst = false;
  }
  return { complaint };
}

export function createLanguageModel(config: LanguageModelConfig, ledger: TokenLedger): LanguageModel {
  const client = new OpenAI({
    baseURL: config.baseUrl,
    // The library insists on a key; local servers want none.
    apiKey: config.apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: 2,
    timeout: config.timeoutMs,
  });
  const dailyBudget = budget(config.dailyTokens, ledger);

  const complete = async (
    messages: OpenAI.ChatCompletionMessageParam[],
    question: Question<unknown>,
    signal: AbortSignal,
  ): Promise<string> => {
    const size = messages.reduce((sum, { content }) => sum + String(content).length, 0);
    // Four characters make a token, roughly; what was really used is counted afterwards.
    await dailyBudget.demand(Math.ceil(size / 4) + question.maxTokens);
    const completion = await client.chat.completions.create(
      {
        model: config.model,
        messages,
        max_tokens: question.maxTokens,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', schema: z.toJSONSchema(question.answer) },
        },
      },
      { signal },
    );
    const used: unknown = completion.usage?.total_tokens;
    await dailyBudget.spend(isCount(used) ? used : Math.ceil(size / 4) + question.maxTokens);
    // Servers leave fields out that the protocol demands: what is not there is an unusable answer, not a missing one.
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
          throw new LanguageModelProblem('unusable');
        });
      } catch (error) {
        throw problemOf(error, question.signal?.aborted === true);
      }
    },
  };
}
