/** What a merge would write, as far as it is known before the merge is executed. */
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import type { Claims } from './sources';

export interface MergePreview {
  method: GeneratedBy | undefined;
  /** Null where the text is only known afterwards. */
  texts: { content: string; lesson: string; claims?: Claims | undefined } | null;
}

/** The estimated changes of a merge. */
export function toMergePreview(changes: Record<string, unknown>): MergePreview {
  const { generated_by, merged_content, merged_lessons_learned, merged_sources } = changes as {
    generated_by?: GeneratedBy;
    merged_content?: string;
    merged_lessons_learned?: string | null;
    merged_sources?: Claims | null;
  };
  return {
    method: generated_by,
    texts: merged_content
      ? {
          content: merged_content,
          lesson: merged_lessons_learned ?? '',
          claims: merged_sources ?? undefined,
        }
      : null,
  };
}
