/** What memories are worth in the eyes of the language model, beside what their facts alone say. */
import { z } from 'zod';
import { LanguageModelProblem } from '../llm/languageModel';
import type { LanguageModel } from '../llm/languageModel';
import type { Worth } from './worth';

/** A memory to be judged, with what the rules think of it. */
export interface Judgeable {
  id: string;
  content: string;
  lessonsLearned: string | null;
  worth: Worth;
}

/** Judges memories; those that are not in the answer keep what the rules say. */
export type Judge = (memories: readonly Judgeable[], signal: AbortSignal) => Promise<Map<string, Worth>>;

/** Memories in one question, and of all that are asked about: what a person looks through at once. */
const IN_ONE_QUESTION = 20;
export const MOST_JUDGED = 100;
const MOST_CONTENT = 2000;
const MOST_LESSONS = 800;

const Mark = z.number().min(1).max(10);
const Verdicts = z.object({
  memories: z
    .array(
      z.object({
        number: z.number().int(),
        worth: z.number().int().min(1).max(100),
        criticality: Mark,
        information_value: Mark,
        redundancy: Mark,
        temporal_relevance: Mark,
        rationale: z.string().trim().min(1).max(500),
      }),
    )
    .max(IN_ONE_QUESTION),
});

const TASK = [
  'Judge what each of these memories is worth to an agent that works on.',
  'worth is from 1 (may be archived first) to 100; the other marks are from 1 to 10.',
  'Give each its number and one sentence why.',
].join(' ');

function passageOf({ content, lessonsLearned, worth }: Judgeable, n: number) {
  const lessons = lessonsLearned ? `\nLessons: ${lessonsLearned.slice(0, MOST_LESSONS)}` : '';
  return { label: `memory ${n + 1}: ${worth.rationale}`, text: content.slice(0, MOST_CONTENT) + lessons };
}

/** A judge that asks `model`. When the model fails, what it has said so far is all that is known. */
export function createJudge(model: LanguageModel): Judge {
  return async (memories, signal) => {
    const judged = new Map<string, Worth>();
    for (let at = 0; at < Math.min(memories.length, MOST_JUDGED); at += IN_ONE_QUESTION) {
      const asked = memories.slice(at, Math.min(at + IN_ONE_QUESTION, MOST_JUDGED));
      try {
        const answer = await model.ask({
          task: TASK,
          passages: asked.map(passageOf),
          answer: Verdicts,
          maxTokens: 200 + asked.length * 150,
          signal,
        });
        for (const verdict of answer.memories) {
          const memory = asked[verdict.number - 1];
          if (!memory) continue;
          judged.set(memory.id, {
            score: verdict.worth,
            criticality: verdict.criticality,
            informationValue: verdict.information_value,
            redundancy: verdict.redundancy,
            temporalRelevance: verdict.temporal_relevance,
            rationale: verdict.rationale,
          });
        }
      } catch (error) {
        if (error instanceof LanguageModelProblem) return judged;
        throw error;
      }
    }
    return judged;
  };
}
