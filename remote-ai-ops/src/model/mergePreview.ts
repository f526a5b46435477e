/** What a merge would write, where the service can tell it before the merge is carried out. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { readMethod, type Method } from './method';

export interface MergePreview {
  /** `unknown` where the service does not say. */
  method: Method;
  /** Null where it is not known before it is written. */
  texts: { content: string; lesson: string } | null;
}

/** Reads the preview of a suggestion; the earlier public service answers with an empty one. */
export function readMergePreview(answer: unknown): MergePreview {
  const changes = fields(fields(fields(answer)['preview'])['estimated_changes']);
  const content = firstText(changes['merged_content']);
  return {
    method: readMethod(changes['generated_by']),
    texts: content === '' ? null : { content, lesson: firstText(changes['merged_lessons_learned']) },
  };
}

/** Why there is no text to show. */
export const unknownText = (method: Method): string =>
  method === 'model'
    ? 'A language model writes the merged text when this is executed, so it cannot be shown before. Look at it afterwards: it can be undone.'
    : 'This service does not say before what the merged text would be.';
