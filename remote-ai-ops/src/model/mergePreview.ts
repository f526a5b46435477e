/** What a merge would write, as far as it is known before the merge is executed. */
import type { GeneratedBy } from '@hindsight/shared-contracts/api';

export interface MergePreview {
  method: GeneratedBy | undefined;
  /** Null where the text is only known afterwards. */
  texts: { content: string; lesson: string } | null;
}

/** The estimated changes of a merge. */
export function mergePreviewOf(changes: Record<string, unknown>): MergePreview {
  const { generated_by, merged_content, merged_lessons_learned } = changes as {
    generated_by?: GeneratedBy;
    merged_content?: string;
    merged_lessons_learned?: string | null;
  };
  return {
    method: generated_by,
    texts: merged_content ? { content: merged_content, lesson: merged_lessons_learned ?? '' } : null,
  };
}
