/**
 * A stand-in for a language model's embeddings, so that search by meaning can be measured without one: latent semantic analysis of the
 * texts themselves (Deerwester et al., 1990), behind a server that speaks the OpenAI protocol. The same texts give the same vectors.
 */
import { sendJson, startModelServer } from '../src/testing/modelServer';
import type { ModelServer } from '../src/testing/modelServer';
import { numbers } from './fill';

const SIZE = 256;
const ITERATIONS = 4;

/** Words without their endings, so that their forms meet. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/(ings?|ed|es|s)$/, ''));

type Sparse = Map<number, number>;

function counted(words: readonly string[], idOf: (word: string) => number | undefined): Sparse {
  const counts: Sparse = new Map();
  for (const word of words) {
    const id = idOf(word);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Makes the columns of a matrix orthogonal to each other and of length 1 (Gram and Schmidt). */
function orthonormalize(columns: readonly Float64Array[]): void {
  columns.forEach((column, place) => {
    for (const before of columns.slice(0, place)) {
      const shared = product(column, before);
      for (let at = 0; at < column.length; at += 1)
        column[at] = (column[at] ?? 0) - shared * (before[at] ?? 0);
    }
    const length = Math.sqrt(product(column, column)) || 1;
    for (let at = 0; at < column.length; at += 1) column[at] = (column[at] ?? 0) / length;
  });
}

/** Vectors of texts in the space of the main directions of `texts`. */
function latentSpace(texts: readonly string[]): (text: string) => number[] {
  const ids = new Map<string, number>();
  const documents = texts.map((text) =>
    counted(wordsOf(text), (word) => ids.get(word) ?? ids.set(word, ids.size).get(word)),
  );
  const containing = new Float64Array(ids.size);
  for (const document of documents)
    for (const id of document.keys()) containing[id] = (containing[id] ?? 0) + 1;
  const weigh = (counts: Sparse): Sparse => {
    const weighed = new Map(
      [...counts].map(([id, count]) => [
        id,
        (1 + Math.log(count)) * Math.log(1 + texts.length / (containing[id] ?? 1)),
      ]),
    );
    const length = Math.sqrt([...weighed.values()].reduce((sum, value) => sum + value * value, 0)) || 1;
    return new Map([...weighed].map(([id, value]) => [id, value / length]));
  };
  const rows = documents.map(weigh);
  const project = (row: Sparse, column: Float64Array) => {
    let sum = 0;
    for (const [id, value] of row) sum += value * (column[id] ?? 0);
    return sum;
  };
  const chance = numbers(7);
  const size = Math.min(SIZE, texts.length, ids.size);
  let columns = Array.from({ length: size }, () =>
    Float64Array.from({ length: ids.size }, () => chance() - 0.5),
  );
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    columns = columns.map((column) => {
      const next = new Float64Array(ids.size);
      for (const row of rows) {
        const share = project(row, column);
        for (const [id, value] of row) next[id] = (next[id] ?? 0) + share * value;
      }
      return next;
    });
    orthonormalize(columns);
  }
  return (text) => {
    const row = weigh(counted(wordsOf(text), (word) => ids.get(word)));
    return columns.map((column) => project(row, column));
  };
}

/** Starts the server; its vectors are those of the latent space of `texts`. */
export async function startStandIn(texts: readonly string[]): Promise<ModelServer> {
  const vectorOf = latentSpace(texts);
  const server = await startModelServer();
  server.answer(({ body }, response) => {
    const data = [body['input']].flat().map((text, index) => {
      const known = vectorOf(String(text));
      // A text of unknown words has no direction of its own.
      const embedding = known.every((value) => value === 0) ? known.map((_, n) => (n === 0 ? 1 : 0)) : known;
      return { object: 'embedding', index, embedding };
    });
    sendJson(response, 200, {
      object: 'list',
      model: 'stand-in',
      data,
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
  });
  return server;
}
