/** Finds an active memory with exactly the text that is about to be stored. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { readableBlocks } from '../../../platform/database/readable';
import { termFrequencies } from '../../search';
import { lexeme, toTenantId } from './contradictions';
import { ofTenant } from '../../../platform/database/tenants';

/** Characters whose terms are searched, and the number of rarest terms used. */
const LOOKED_AT = 1000;
const TERMS = 6;

interface Texts {
  content: string;
  lessonsLearned?: string | null;
  errors?: string | null;
}

/** Ignores case and white space. */
const normalizeSql = (text: SQL) => sql`lower(regexp_replace(btrim(${text}), '\\s+', ' ', 'g'))`;
const normalizeColumn = (column: string) => normalizeSql(sql.raw(`coalesce(memory_blocks.${column}, '')`));
const normalizeParameter = (text: string | null | undefined) => normalizeSql(sql`${text ?? ''}::text`);

/**
 * Its id, the oldest if there are several. Concurrent writers of the same text wait until the end of the transaction.
 * @param texts as they would be stored, after masking by the workspace.
 */
export async function findSameTexts(
  handle: Handle,
  place: Ownership,
  { content, lessonsLearned, errors }: Texts,
): Promise<string | undefined> {
  const tenant = toTenantId(place);
  if (tenant === null) return undefined;
  await handle.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${tenant} || ${normalizeParameter(content)}, 0))`,
  );
  const beginning = content.length > LOOKED_AT ? content.slice(0, LOOKED_AT).replace(/\s\S*$/, '') : content;
  const terms = (await termFrequencies(handle, tenant, [beginning]))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => a.documents - b.documents)
    .slice(0, TERMS)
    .map(({ term }) => lexeme(term));
  if (terms.length === 0) return undefined;
  const { rows } = await handle.execute<{ id: string }>(sql`
    select memory_blocks.id from readable_search_documents as found
    join ${readableBlocks} on memory_blocks.id = found.memory_block_id and ${ofTenant(tenant)('memory_blocks.tenant_id')}
    where found.words @@ ${[`'@${tenant}'`, ...terms].join(' & ')}::tsquery and found.tenant_id = ${tenant}::uuid
      and not memory_blocks.archived and ${normalizeColumn('content')} = ${normalizeParameter(content)}
      and ${normalizeColumn('lessons_learned')} = ${normalizeParameter(lessonsLearned)} and ${normalizeColumn('errors')} = ${normalizeParameter(errors)}
    order by memory_blocks.created_at, memory_blocks.id limit 1`);
  return rows[0]?.id;
}
