/** Pruning scores from the language model, which replace those computed from facts. */
import { z } from 'zod';
import { truncate } from '@hindsight/shared-contracts/rules';
import { LanguageModelProblem } from '../../platform/languageModel/languageModel';
import type { LanguageModel } from '../../platform/languageModel/languageModel';
import type { PruningScore } from './pruningScore';
import { answerOr, Optional } from './modelAnswers';

declare module '../../platform/http/services' {
  interface Operations {
    /** Absent without a language model: then only the rules decide. */
    judge: Judge | undefined;
  }
}

/** A memory to judge, with its score by the rules. */
interface Judgeable {
  id: string;
  content: string;
  lessonsLearned: string | null;
  worth: PruningScore;
}

interface Judgment {
  verdicts: Map<string, PruningScore>;
  /** Why the other memories were not judged. */
  problem: LanguageModelProblem | undefined;
}

/** Judges memories; those missing in the answer keep their score by the rules. */
export type Judge = (memories: readonly Judgeable[], signal: AbortSignal) => Promise<Judgment>;

/** Memories per question, and in total: as many as a person reviews at once. */
export const BATCH_SIZE = 20;
export const MAX_JUDGED = 100;
/** Characters of the lessons sent to the model; of the content, those that were read. */
const MAX_LESSONS = 800;
const MAX_RATIONALE = 500;

const Mark = z.number().min(1).max(10).nullish().catch(null);
/** A missing or invalid field of a verdict falls back to the rules and does not affect the other verdicts. */
const Verdicts = z.object({
  memories: z.array(
    z
      .object({
        number: z.number().int(),
        worth: z.number().int().min(1).max(100).nullish().catch(null),
        criticality: Mark,
        information_value: Mark,
        redundancy: Mark,
        temporal_relevance: Mark,
        rationale: Optional,
      })
      .nullable()
      .catch(null),
  ),
});

const TASK = [
  'Judge what each of these memories is worth to an agent that works on.',
  'worth is from 1 (may be archived first) to 100; the other marks are from 1 to 10.',
  'Give each its number and one sentence why.',
].join(' ');

function toPassage({ content, lessonsLearned, worth }: Judgeable, n: number) {
  const lessons = lessonsLearned ? `\nLessons: ${lessonsLearned.slice(0, MAX_LESSONS)}` : '';
  return { label: `memory ${n + 1}: ${worth.rationale}`, text: content + lessons };
}

/** A judge that asks `model`. Unusable parts fall back to the rules; if the model does not respond at all, it is not asked again. */
export function createJudge(model: LanguageModel): Judge {
  return async (memories, signal) => {
    const verdicts = new Map<string, PruningScore>();
    let problem: LanguageModelProblem | undefined;
    for (let at = 0; at < Math.min(memories.length, MAX_JUDGED); at += BATCH_SIZE) {
      const asked = memories.slice(at, Math.min(at + BATCH_SIZE, MAX_JUDGED));
      try {
        const answer = await model.ask({
          task: TASK,
          passages: asked.map(toPassage),
          answer: Verdicts,
          maxTokens: 200 + asked.length * 150,
          signal,
        });
        for (const verdict of answer.memories) {
          const memory = verdict && asked[verdict.number - 1];
          const rationale = truncate(answerOr(verdict?.rationale, ''), MAX_RATIONALE);
          // A score needs its own reason: the rules' reason would not explain the model's score.
          if (!memory || !verdict.worth || rationale === '') continue;
          const { worth } = memory;
          verdicts.set(memory.id, {
            score: verdict.worth,
            criticality: verdict.criticality ?? worth.criticality,
            informationValue: verdict.information_value ?? worth.informationValue,
            redundancy: verdict.redundancy ?? worth.redundancy,
            temporalRelevance: verdict.temporal_relevance ?? worth.temporalRelevance,
            rationale,
          });
        }
      } catch (error) {
        if (!(error instanceof LanguageModelProblem)) throw error;
        problem ??= error;
        // An unusable answer says nothing about the next one.
        if (error.reason !== 'unusable' && error.reason !== 'refused') break;
      }
    }
    return { verdicts, problem };
  };
}
