/** Rewrites memories: by the language model where one is configured, else by rules. Each result says which of the two made it. */
import { z } from 'zod';
import { withoutHidden } from '@hindsight/shared-contracts/api';
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import type { LanguageModel } from '../llm/languageModel';
import { extractiveSummary, keySentences, mergeTexts } from './extractiveSummary';
import { withoutSecrets } from '../secrets/replaceSecrets';
import { MAX_KEYWORDS, suggestKeywords } from './keywords';

export interface BlockTexts {
  content: string;
  lessonsLearned: string | null;
}

export interface CompactText extends BlockTexts {
  insights: string[];
  /** 1 to 10; null when it was not rated. */
  quality: number | null;
  rationale: string;
  generatedBy: GeneratedBy;
}

interface MergedText {
  content: string;
  lessonsLearned: string;
  keywords: string[];
  generatedBy: GeneratedBy;
}

export interface Rewriter {
  /** Rules write the same text each time; a language model does not. */
  generatedBy: GeneratedBy;
  /** A shorter version; undefined when there is nothing to leave out. */
  compact: (texts: BlockTexts, instructions: string, signal: AbortSignal) => Promise<CompactText | undefined>;
  suggestKeywords: (
    texts: BlockTexts,
    signal: AbortSignal,
  ) => Promise<{ keywords: string[]; generatedBy: GeneratedBy }>;
  merge: (texts: readonly BlockTexts[], signal: AbortSignal) => Promise<MergedText>;
}

const MAX_INSIGHTS = 5;

export const lengthOf = ({ content, lessonsLearned }: BlockTexts): number =>
  content.length + (lessonsLearned ?? '').length;

/** The most important sentences of a result: only what is still there counts as preserved. */
const insightsOf = ({ content, lessonsLearned }: BlockTexts): string[] =>
  keySentences([content, lessonsLearned ?? ''].join('\n'), MAX_INSIGHTS);

const byRules: Rewriter = {
  generatedBy: 'deterministic',
  compact: (texts, instructions) => {
    const content = extractiveSummary(texts.content);
    const lessonsLearned = texts.lessonsLearned === null ? null : extractiveSummary(texts.lessonsLearned);
    const compact = { content, lessonsLearned };
    if (lengthOf(compact) >= lengthOf(texts)) return Promise.resolve(undefined);
    const unsupported = instructions.trim()
      ? ' Instructions need a language model and were not followed.'
      : '';
    return Promise.resolve({
      ...compact,
      insights: insightsOf(compact),
      quality: 5,
      rationale: `The most telling sentences were kept word for word; repetitions and asides were left out.${unsupported}`,
      generatedBy: 'deterministic',
    });
  },
  suggestKeywords: async ({ content, lessonsLearned }) => ({
    keywords: suggestKeywords(await withoutSecrets(`${content}\n${lessonsLearned ?? ''}`)),
    generatedBy: 'deterministic',
  }),
  merge: async (texts) => {
    const content = mergeTexts(texts.map((text) => text.content));
    const lessonsLearned = mergeTexts(texts.map((text) => text.lessonsLearned ?? ''));
    const keywords = suggestKeywords(await withoutSecrets(`${content}\n${lessonsLearned}`));
    return { content, lessonsLearned, keywords, generatedBy: 'deterministic' };
  },
};

const passagesOf = ({ content, lessonsLearned }: BlockTexts, suffix = '') => [
  { label: `content${suffix}`, text: content },
  ...(lessonsLearned ? [{ label: `lessons_learned${suffix}`, text: lessonsLearned }] : []),
];

/** What a model writes where it has nothing to say. */
const NOTHING =
  /^(?:null|none|nil|undefined|n\/?a|empty|same|unchanged|no changes?|not (?:applicable|available|provided))$/i;

/** Has it a letter or a number? Hidden characters and marks alone say nothing. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(withoutHidden(text));
const MARKS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const saysSomething = (text: string): boolean =>
  hasWords(text) && !NOTHING.test(text.replace(MARKS_AROUND, ''));

/** A field that a model leaves out, answers empty or answers as something else than a text replaces nothing. */
const Optional = z.string().nullish().catch(null);
const Content = z.string().trim().refine(saysSomething, 'The content is missing.');
/** A keyword that is none costs neither the others nor the rest of an answer. */
const Keywords = z.array(Optional);

const Compact = z.object({
  content: Content,
  lessons_learned: Optional,
  quality: z.number().int().min(1).max(10).nullish().catch(null),
  rationale: Optional,
});

const Merged = z.object({
  content: Content,
  lessons_learned: Optional,
  keywords: Keywords.nullish().catch(null),
});

const NO_RATIONALE = 'The language model gave no reason.';

/** What a model answered for a field, or what there is instead. */
export const given = <T>(answered: string | null | undefined, fallback: T): string | T =>
  answered && saysSomething(answered) ? answered.trim() : fallback;

const MAX_KEYWORD_LENGTH = 100;

/** Those that can be keywords, each once. */
function tidy(keywords: z.infer<typeof Keywords>): string[] {
  const texts = keywords
    .map((word) =>
      (word ?? '')
        .trim()
        .toLowerCase()
        .replace(/[.\s]+$/, ''),
    )
    .filter((word) => hasWords(word) && word.length <= MAX_KEYWORD_LENGTH);
  return [...new Set(texts)].slice(0, MAX_KEYWORDS);
}

/** The keywords that are no part of a secret of the texts. */
async function notFromSecrets(keywords: readonly string[], texts: readonly BlockTexts[]): Promise<string[]> {
  const all = texts.flatMap(({ content, lessonsLearned }) => [content, lessonsLearned ?? '']).join('\n');
  const [before, after] = [all.toLowerCase(), (await withoutSecrets(all)).toLowerCase()];
  return keywords.filter((word) => after.includes(word) || !before.includes(word));
}

function byModel(model: LanguageModel): Rewriter {
  return {
    generatedBy: 'model',
    compact: async (texts, instructions, signal) => {
      const answer = await model.ask({
        task: 'Shorten this memory. Keep every fact that helps to act better next time. Rate your result from 1 to 10.',
        instructions,
        passages: passagesOf(texts),
        answer: Compact,
        maxTokens: Math.min(8000, 500 + Math.ceil(lengthOf(texts) / 3)),
        signal,
      });
      const lessonsLearned =
        texts.lessonsLearned === null ? null : given(answer.lessons_learned, texts.lessonsLearned);
      const compact = { content: answer.content, lessonsLearned };
      if (lengthOf(compact) >= lengthOf(texts)) return undefined;
      const quality = answer.quality ?? null;
      const rationale = given(answer.rationale, NO_RATIONALE);
      return { ...compact, insights: insightsOf(compact), quality, rationale, generatedBy: 'model' };
    },
    suggestKeywords: async (texts, signal) => {
      const answer = await model.ask({
        task: `Name up to ${MAX_KEYWORDS} keywords under which this memory should be found, the best first.`,
        passages: passagesOf({
          content: await withoutSecrets(texts.content),
          lessonsLearned: texts.lessonsLearned && (await withoutSecrets(texts.lessonsLearned)),
        }),
        answer: z.object({ keywords: Keywords }),
        maxTokens: 300,
        signal,
      });
      return { keywords: tidy(answer.keywords), generatedBy: 'model' };
    },
    merge: async (texts, signal) => {
      const answer = await model.ask({
        task: 'These memories say nearly the same. Write one memory that holds every fact of them once.',
        passages: texts.flatMap((text, n) => passagesOf(text, ` ${n + 1}`)),
        answer: Merged,
        maxTokens: 4000,
        signal,
      });
      return {
        content: answer.content,
        lessonsLearned: given(
          answer.lessons_learned,
          mergeTexts(texts.map((text) => text.lessonsLearned ?? '')),
        ),
        keywords: await notFromSecrets(tidy(answer.keywords ?? []), texts),
        generatedBy: 'model',
      };
    },
  };
}

export const createRewriter = (model: LanguageModel | undefined): Rewriter =>
  model ? byModel(model) : byRules;
