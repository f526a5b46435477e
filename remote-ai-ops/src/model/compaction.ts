/** A compaction that was proposed for one memory: what of it is accepted, and how much that saves. */
import type { Compaction } from '@hindsight/shared-contracts/api';

/** Which fields a person accepts. */
export interface AcceptedTexts {
  content: boolean;
  lesson: boolean;
}

export const ALL_TEXTS: AcceptedTexts = { content: true, lesson: true };

interface Texts {
  content: string;
  lesson: string;
}

export const textsBefore = (compaction: Compaction): Texts => ({
  content: compaction.original_content,
  lesson: compaction.original_lessons_learned ?? '',
});

/** The proposed texts; a lesson that the answer leaves out stays as it is. */
export const proposedTexts = (compaction: Compaction): Texts => ({
  content: compaction.compressed_content || compaction.original_content,
  lesson: compaction.compressed_lessons_learned || textsBefore(compaction).lesson,
});

/** The texts after applying: what was not accepted stays as it was. */
export function textsAfter(compaction: Compaction, accepted: AcceptedTexts): Texts {
  const before = textsBefore(compaction);
  const proposed = proposedTexts(compaction);
  return {
    content: accepted.content ? proposed.content : before.content,
    lesson: accepted.lesson ? proposed.lesson : before.lesson,
  };
}

/** Whether applying would change anything. */
export function changesAnything(compaction: Compaction, accepted: AcceptedTexts): boolean {
  const before = textsBefore(compaction);
  const after = textsAfter(compaction, accepted);
  return before.content !== after.content || before.lesson !== after.lesson;
}

const collapseBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Of the insights that the service names, those that are in the texts after applying. */
export function preservedInsights(compaction: Compaction, accepted: AcceptedTexts): string[] {
  const { content, lesson } = textsAfter(compaction, accepted);
  const result = collapseBlanks(`${content}\n${lesson}`);
  return compaction.key_insights_preserved.filter((insight) => result.includes(collapseBlanks(insight)));
}

const countCharacters = ({ content, lesson }: Texts): number => content.length + lesson.length;

/** The specification's figure: (1 − compression_ratio) × 100, of what is accepted, as a whole number. */
export function spaceSaved(compaction: Compaction, accepted: AcceptedTexts): number {
  if (accepted.content && accepted.lesson) return Math.round((1 - compaction.compression_ratio) * 100);
  const before = countCharacters(textsBefore(compaction));
  return before === 0
    ? 0
    : Math.round((1 - countCharacters(textsAfter(compaction, accepted)) / before) * 100);
}
