/** A proposed compaction of one memory: its accepted fields and the space saved. */
import type { Compaction } from '@hindsight/shared-contracts/api';

/** Fields accepted by the user. */
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

/** The proposed texts; a lesson missing from the response stays unchanged. */
export const proposedTexts = (compaction: Compaction): Texts => ({
  content: compaction.compressed_content || compaction.original_content,
  lesson: compaction.compressed_lessons_learned || textsBefore(compaction).lesson,
});

/** The texts after applying; fields that are not accepted stay unchanged. */
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

/** Insights named by the service that the resulting texts contain. */
export function preservedInsights(compaction: Compaction, accepted: AcceptedTexts): string[] {
  const { content, lesson } = textsAfter(compaction, accepted);
  const result = collapseBlanks(`${content}\n${lesson}`);
  return compaction.key_insights_preserved.filter((insight) => result.includes(collapseBlanks(insight)));
}

const countCharacters = ({ content, lesson }: Texts): number => content.length + lesson.length;

/** Space saved by the accepted fields, as the specification defines it: (1 − compression_ratio) × 100, rounded. */
export function spaceSaved(compaction: Compaction, accepted: AcceptedTexts): number {
  if (accepted.content && accepted.lesson) return Math.round((1 - compaction.compression_ratio) * 100);
  const before = countCharacters(textsBefore(compaction));
  return before === 0
    ? 0
    : Math.round((1 - countCharacters(textsAfter(compaction, accepted)) / before) * 100);
}
