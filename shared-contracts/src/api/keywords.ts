/** Keywords: tags that help people and agents find memory blocks. */
import { z } from 'zod';
import { Timestamp, Uuid, VisibilityScope } from './common';

/** `id` and `keyword` are aliases of the public service's `keyword_id` and `keyword_text`. */
export const Keyword = z.object({
  keyword_id: Uuid,
  id: Uuid,
  keyword_text: z.string(),
  keyword: z.string(),
  visibility_scope: VisibilityScope,
  owner_user_id: Uuid.nullable(),
  organization_id: Uuid.nullable(),
  created_at: Timestamp,
});

export type Keyword = z.infer<typeof Keyword>;
