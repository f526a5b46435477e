/**
 * How good a ranking is: the usual measures over questions whose answers are known, and the judged questions about the demo workspace.
 * These were written before the ranking was tuned and stay as they are: a question that fails is a finding, not a reason to change it.
 */
import demo from './demoQuestions.json' with { type: 'json' };

/** A question, and the ids of the memories that answer it. */
export interface Judged {
  text: string;
  relevant: readonly string[];
}

export interface Quality {
  /** Normalized discounted cumulative gain of the first ten hits. */
  ndcg: number;
  /** Share of the answers among the first ten hits. */
  recallAt10: number;
  /** Share of the questions with an answer among the first ten hits. */
  anyAt10: number;
  /** Mean of one divided by the place of the first answer among ten hits. */
  mrr: number;
  /** Number of questions without any hit. */
  empty: number;
}

const discountedGain = (place: number) => 1 / Math.log2(place + 2);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Asks every question, one after another.
 * @param search answers ids, best first.
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
  /** The workspace, as parameters of a call. */
  scope: string;
  questions: Judged[];
  /** The texts of all memories, for baselines that work without the service. */
  texts: { id: string; text: string }[];
}

/** Number of memories of the demo workspace that the questions are about, and the organization that has them. */
export const { blocks: DEMO_BLOCKS, organization: DEMO_ORGANIZATION } = demo;

interface DemoMemory {
  id: string;
  content: string;
  lessons_learned?: string | null | undefined;
  errors?: string | null | undefined;
}

/**
 * The two halves of the demo's questions: asked by someone who half remembers the memory, and with none of the memory's own words.
 * @param memories all memories of `DEMO_ORGANIZATION`.
 * @throws Error for a question that no memory answers, or more than five.
 */
export function demoQuestionSets(memories: readonly DemoMemory[], scope: string): JudgedSet[] {
  /** Each question names how the first lines of the one to five memories begin that answer it. */
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
