/**
 * Ranking quality: standard measures over questions with known answers, and judged questions about the demo workspace. The questions
 * predate the tuning of the ranking and do not change: a failing question is a finding, not a reason to edit it.
 */
import demo from './demoQuestions.json' with { type: 'json' };

/** A question with the ids of the memories that answer it. */
export interface Judged {
  text: string;
  relevant: readonly string[];
}

export interface Quality {
  /** Normalized discounted cumulative gain of the top ten hits. */
  ndcg: number;
  /** Share of the answers found in the top ten hits. */
  recallAt10: number;
  /** Share of the questions with an answer in the top ten hits. */
  anyAt10: number;
  /** Mean reciprocal rank of the first answer in the top ten. */
  mrr: number;
  /** Number of questions without any hit. */
  empty: number;
}

const discountedGain = (place: number) => 1 / Math.log2(place + 2);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Runs all questions sequentially.
 * @param search returns ids, best first.
 */
export async function measureQuality(
  questions: readonly Judged[],
  search: (text: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Quality> {
  const results: Quality[] = [];
  for (const { text, relevant } of questions) {
    const hits = (await search(text)).slice(0, 10);
    const places = hits.flatMap((id, place) => (relevant.includes(id) ? [place] : []));
    const ideal = sum(relevant.slice(0, 10).map((_, place) => discountedGain(place)));
    results.push({
      ndcg: sum(places.map(discountedGain)) / ideal,
      recallAt10: places.length / relevant.length,
      anyAt10: places.length > 0 ? 1 : 0,
      mrr: places[0] === undefined ? 0 : 1 / (places[0] + 1),
      empty: hits.length === 0 ? 1 : 0,
    });
  }
  const mean = (key: keyof Quality) => sum(results.map((result) => result[key])) / questions.length;
  return {
    ndcg: mean('ndcg'),
    recallAt10: mean('recallAt10'),
    anyAt10: mean('anyAt10'),
    mrr: mean('mrr'),
    empty: sum(results.map(({ empty }) => empty)),
  };
}

/** Questions about one workspace. */
export interface JudgedSet {
  name: string;
  /** The workspace, as query parameters. */
  scope: string;
  questions: Judged[];
  /** Texts of all memories, for baselines that run without the service. */
  texts: { id: string; text: string }[];
}

/** Size and organization of the demo workspace that the questions refer to. */
export const { blocks: DEMO_BLOCKS, organization: DEMO_ORGANIZATION } = demo;

interface DemoMemory {
  id: string;
  content: string;
  lessons_learned?: string | null | undefined;
  errors?: string | null | undefined;
}

/**
 * Two sets of questions about the demo: half-remembered ones, and paraphrases without any of the memory's words.
 * @param memories all memories of `DEMO_ORGANIZATION`.
 * @throws Error for a question answered by no memory or more than five.
 */
export function demoQuestionSets(memories: readonly DemoMemory[], scope: string): JudgedSet[] {
  /** Each question lists the beginnings of the one to five memories that answer it. */
  const judgeRelease = ([text = '', ...beginnings]: readonly string[]): Judged => {
    const right = memories.filter(({ content }) => beginnings.some((start) => content.startsWith(start)));
    if (right.length === 0 || right.length > 5)
      throw new Error(`${right.length} memories of the demo workspace answer "${text}".`);
    return { text, relevant: right.map(({ id }) => id) };
  };
  const texts = memories.map(({ id, content, lessons_learned: lesson, errors }) => ({
    id,
    text: [content, lesson, errors].join('\n'),
  }));
  return [
    { name: 'demo, half remembered', scope, questions: demo.remembered.map(judgeRelease), texts },
    { name: 'demo, in other words', scope, questions: demo.meant.map(judgeRelease), texts },
  ];
}
