/** A compaction that was proposed for one block. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';
import { readMethod, type Method } from './method';

export interface Compaction {
  originalContent: string;
  originalLesson: string;
  content: string;
  lesson: string;
  /** 1 to 10; null when the service did not rate it. */
  quality: number | null;
  /** Length after by length before. */
  ratio: number;
  insights: string[];
  rationale: string;
  method: Method;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    : [];

/** Null when the answer holds no shorter text. */
export function readCompaction(answer: unknown): Compaction | null {
  const found = fields(answer);
  const content = firstText(found['compressed_content']);
  const originalContent = firstText(found['original_content']);
  if (content === '') return null;
  const originalLesson = firstText(found['original_lessons_learned']);
  const lesson = firstText(found['compressed_lessons_learned']);
  const before = originalContent.length + originalLesson.length;
  return {
    originalContent,
    originalLesson,
    content,
    lesson,
    quality: numberOr(found['compression_quality_score'], null),
    ratio: numberOr(found['compression_ratio'], before === 0 ? 1 : (content.length + lesson.length) / before),
    insights: texts(found['key_insights_preserved']),
    rationale: firstText(found['rationale']),
    method: readMethod(found['generated_by']),
  };
}

/** Which fields a person takes over. */
export interface AcceptedTexts {
  content: boolean;
  lesson: boolean;
}

/** The texts after applying: what was not accepted stays as it was. */
export function textsAfter(
  compaction: Compaction,
  accepted: AcceptedTexts,
): { content: string; lesson: string } {
  return {
    content: accepted.content ? compaction.content : compaction.originalContent,
    lesson: accepted.lesson ? compaction.lesson : compaction.originalLesson,
  };
}

/** The specification's figure: (1 − compression_ratio) × 100, of what is accepted, as a whole number. */
export function spaceSaved(compaction: Compaction, accepted: AcceptedTexts): number {
  if (accepted.content && accepted.lesson) return Math.round((1 - compaction.ratio) * 100);
  const after = textsAfter(compaction, accepted);
  const before = compaction.originalContent.length + compaction.originalLesson.length;
  return before === 0 ? 0 : Math.round((1 - (after.content.length + after.lesson.length) / before) * 100);
}

/** The sentence of the specification; a quality that was not rated counts as a dash. */
export const compactedText = (saved: number, quality: number | null): string =>
  `Memory block compacted successfully! Space saved: ${saved}% with ${quality ?? '–'}/10 quality score.`;
