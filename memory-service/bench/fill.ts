/** Fills a workspace of PostgreSQL with many memories whose words are as unevenly frequent as those of a language. */
import pg from 'pg';

const VOCABULARY = 50_000;
const WORDS_OF_A_TEXT = 60;
const BATCH = 5_000;
/** A word that half of the memories contain. */
export const COMMON_WORD = 'deploy';

const SYLLABLES = 'ba ce di fo gu ka le mi no pu ra se ti vo wu xa ye zi bro cla dre fli gro'.split(' ');

/** The same numbers in each run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The n-th word of the vocabulary; frequent ones are short. */
function word(n: number): string {
  let text = '';
  for (let rest = n + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    text += SYLLABLES[rest % SYLLABLES.length] ?? '';
  return text;
}

export interface Words {
  /** A word, frequent ones more often: the n-th is n times rarer than the first. */
  next: () => string;
  chance: () => number;
}

export function words(seed: number): Words {
  const chance = numbers(seed);
  return { next: () => word(Math.floor(VOCABULARY ** chance()) - 1), chance };
}

const sentence = ({ next }: Words, length: number) => Array.from({ length }, next).join(' ');

/** Values of the columns by which lists are narrowed and ordered: agents, feedback, marks, origin, moments of 90 days. */
const VARIED = {
  names: 'feedback_score, problem, origin, retrieval_count, updated_at, archived, archived_at',
  values: `case when random() < 0.4 then floor(random() * 101)::int end,
    case when random() < 0.02 then case when random() < 0.5 then 'wrong' else 'outdated' end end,
    (array['agent', 'agent', 'agent', 'person', 'model', 'import'])[1 + floor(random() * 6)::int],
    case when random() < 0.5 then floor(random() * 50)::int else 0 end, now() - random() * interval '90 days',
    place % 20 = 0, case when place % 20 = 0 then now() - random() * interval '90 days' end`,
} as const;

/**
 * Writes `rows` memories straight into the tables; triggers index them as any other write. They are those of one agent, or where several
 * are given, theirs in turn, and differ in all that lists are narrowed by. Answers the seconds.
 */
export async function fillWorkspace(
  url: string,
  workspace: { agentIds: readonly string[]; ownerUserId: string },
  rows: number,
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  const varied = workspace.agentIds.length > 1 ? VARIED : { names: '', values: '' };
  const also = (text: string) => (text === '' ? '' : `, ${text}`);
  try {
    const source = words(1);
    for (let done = 0; done < rows; done += BATCH) {
      const texts = Array.from({ length: Math.min(BATCH, rows - done) }, () => ({
        content: `${sentence(source, 8)}. ${source.chance() < 0.5 ? COMMON_WORD : ''} ${sentence(source, WORDS_OF_A_TEXT)}`,
        lesson: sentence(source, 12),
      }));
      await client.query(
        `insert into memory_blocks (agent_id, conversation_id, content, lessons_learned, visibility_scope, owner_user_id, created_at${also(varied.names)})
         select ($1::uuid[])[1 + place % cardinality($1::uuid[])], md5((place / 20 + $3::int)::text)::uuid, text.content, text.lesson, 'personal', $2::uuid,
           now() - ($4::int - place - $3::int) * interval '1 second' * ${varied.names === '' ? 1 : 77}${also(varied.values)}
         from rows from (jsonb_to_recordset($5::jsonb) as (content text, lesson text)) with ordinality as text(content, lesson, place)`,
        [workspace.agentIds, workspace.ownerUserId, done, rows, JSON.stringify(texts)],
      );
    }
    await client.query('vacuum (analyze) memory_blocks');
    await client.query('vacuum (analyze) search_documents');
  } finally {
    await client.end();
  }
  return (performance.now() - started) / 1000;
}
