/** Rewrites memories: by the language model if configured, otherwise by rules. Each result names its author. */
import { z } from 'zod';
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { truncate } from '@hindsight/shared-contracts/rules';
import type { LanguageModel } from '../../platform/languageModel/languageModel';
import { withoutSecrets } from '../../platform/secretScanning/replaceSecrets';
import { MAX_KEYWORDS } from '../../platform/text/keywords';
import {
  contentSchema,
  fieldFrom,
  answerOr,
  Keywords,
  cleanKeywords,
  mergeSchema,
  Optional,
  Quotes,
  verifyQuotes,
} from './modelAnswers';
import { mergeTextsInThread, shortenInThread } from './textWork';
import type { SourcedText } from './modelAnswers';
import { suggestKeywordsInThread } from '../../platform/text/keywordWork';

declare module '../../platform/http/services' {
  interface Operations {
    rewriter: Rewriter;
  }
}

export interface BlockTexts {
  content: string;
  lessonsLearned: string | null;
}

export interface CompactText extends BlockTexts {
  insights: string[];
  /** 1 to 10; null if not rated. */
  quality: number | null;
  rationale: string;
  generatedBy: GeneratedBy;
}

interface MergedText {
  content: string;
  /** For a model's text: start and length of each sentence, and the index of its original. */
  places?: SourcedText['places'];
  lessonsLearned: string;
  generatedBy: GeneratedBy;
}

export interface Rewriter {
  /** Rules are deterministic; a language model is not. */
  generatedBy: GeneratedBy;
  /** A shorter version; undefined if nothing can be left out. */
  compact: (texts: BlockTexts, instructions: string, signal: AbortSignal) => Promise<CompactText | undefined>;
  suggestKeywords: (
    texts: BlockTexts,
    signal: AbortSignal,
  ) => Promise<{ keywords: string[]; generatedBy: GeneratedBy }>;
  /** Merges several texts into one. Keywords are separate: a merged memory has those of its originals. */
  merge: (texts: readonly BlockTexts[], signal: AbortSignal) => Promise<MergedText>;
}

const MAX_RATIONALE = 500;

export const countCharacters = ({ content, lessonsLearned }: BlockTexts): number =>
  content.length + (lessonsLearned ?? '').length;

/** Free and lossless. */
export const rulesRewriter: Rewriter = {
  generatedBy: 'deterministic',
  compact: async ({ content, lessonsLearned }, instructions) => {
    const texts = { content, lessonsLearned };
    const compact = await shortenInThread(texts);
    if (countCharacters(compact) >= countCharacters(texts)) return undefined;
    const unsupported = instructions.trim() ? ' Instructions need a language model and were ignored.' : '';
    return {
      ...compact,
      insights: [],
      quality: null,
      rationale: `Repeated sentences were removed. Everything else is kept word for word.${unsupported}`,
      generatedBy: 'deterministic',
    };
  },
  suggestKeywords: async ({ content, lessonsLearned }) => ({
    keywords: await suggestKeywordsInThread(await withoutSecrets(`${content}\n${lessonsLearned ?? ''}`)),
    generatedBy: 'deterministic',
  }),
  merge: async (texts) => ({
    content: await mergeTextsInThread(readContents(texts)),
    lessonsLearned: await mergeTextsInThread(readLessons(texts)),
    generatedBy: 'deterministic',
  }),
};

const toPassages = ({ content, lessonsLearned }: BlockTexts, suffix = '') => [
  { label: `content${suffix}`, text: content },
  ...(lessonsLearned ? [{ label: `lessons_learned${suffix}`, text: lessonsLearned }] : []),
];

const readLessons = (texts: readonly BlockTexts[]): string[] =>
  texts.flatMap(({ lessonsLearned }) => lessonsLearned ?? []);
const readContents = (texts: readonly BlockTexts[]): string[] => texts.map(({ content }) => content);

const NO_RATIONALE = 'The language model gave no reason.';

function modelRewriter(model: LanguageModel): Rewriter {
  return {
    generatedBy: 'model',
    compact: async (texts, instructions, signal) => {
      const answer = await model.ask({
        task: 'Shorten this memory. Keep every fact that helps to act better next time. Quote up to 5 key_insights from your result word for word, and rate it from 1 to 10.',
        instructions,
        passages: toPassages(texts),
        answer: z.object({
          content: contentSchema([...readContents([texts]), ...readLessons([texts])]),
          lessons_learned: Optional,
          key_insights: Quotes,
          quality: z.number().int().min(1).max(10).nullish().catch(null),
          rationale: Optional,
        }),
        maxTokens: Math.min(8000, 500 + Math.ceil(countCharacters(texts) / 3)),
        signal,
      });
      const lessonsLearned =
        texts.lessonsLearned && fieldFrom(readLessons([texts]), answer.lessons_learned, texts.lessonsLearned);
      const compact = { content: answer.content, lessonsLearned };
      if (countCharacters(compact) >= countCharacters(texts)) return undefined;
      const quality = answer.quality ?? null;
      const rationale = truncate(answerOr(answer.rationale, NO_RATIONALE), MAX_RATIONALE);
      const insights = verifyQuotes([compact.content, compact.lessonsLearned ?? ''], answer.key_insights);
      return { ...compact, insights, quality, rationale, generatedBy: 'model' };
    },
    suggestKeywords: async (texts, signal) => {
      const answer = await model.ask({
        task: `Name up to ${MAX_KEYWORDS} keywords under which this memory should be found, the best first.`,
        passages: toPassages({
          content: await withoutSecrets(texts.content),
          lessonsLearned: texts.lessonsLearned && (await withoutSecrets(texts.lessonsLearned)),
        }),
        answer: z.object({ keywords: Keywords }),
        maxTokens: 300,
        signal,
      });
      return { keywords: cleanKeywords(answer.keywords), generatedBy: 'model' };
    },
    merge: async (texts, signal) => {
      const all = [...readContents(texts), ...readLessons(texts)];
      const answer = await model.ask({
        task: [
          'These memories say nearly the same. Write one memory that holds every fact of them once.',
          'content is a list of paragraphs; a paragraph is a list of its sentences, list items or blocks of code, each with the numbers of the memories that it is from.',
          'left_out quotes word for word each sentence of the memories whose facts your text does not have.',
        ].join(' '),
        passages: texts.flatMap((text, n) => toPassages(text, ` ${n + 1}`)),
        answer: mergeSchema(texts.map((text) => [...readContents([text]), ...readLessons([text])])),
        maxTokens: 4000,
        signal,
      });
      return {
        content: answer.content.text,
        places: answer.content.places,
        lessonsLearned: fieldFrom(all, answer.lessons_learned, await mergeTextsInThread(readLessons(texts))),
        generatedBy: 'model',
      };
    },
  };
}

export const createRewriter = (model: LanguageModel | undefined): Rewriter =>
  model ? modelRewriter(model) : rulesRewriter;
