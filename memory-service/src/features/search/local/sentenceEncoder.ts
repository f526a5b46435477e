/** Turns texts into vectors with a sentence encoder in this thread: the WebAssembly build of ONNX Runtime and the model's own tokenizer. */
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

/** A task for the thread. */
export interface EncoderTask {
  modelFile: string;
  tokenizerFile: string;
  /** Context length in tokens. */
  maxTokens: number;
  texts: readonly string[];
}

export type Encode = (texts: readonly string[]) => Promise<number[][]>;

/** Maximum number of segments of `maxTokens` read from a long text. */
const MAX_STRETCHES = 4;

const values = (numbers: readonly number[]) =>
  new Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length]);

/**
 * Loads a model. A vector is the mean of the model's token embeddings.
 * @param runtimeFile the WebAssembly file of the runtime.
 */
export async function openEncoder(
  runtimeFile: string,
  { modelFile, tokenizerFile, maxTokens }: Omit<EncoderTask, 'texts'>,
): Promise<Encode> {
  env.wasm.wasmBinary = await readFile(runtimeFile);
  env.wasm.numThreads = 1;
  const tokenizer = new Tokenizer(JSON.parse(await readFile(tokenizerFile, 'utf8')) as object, {});
  const session = await InferenceSession.create(await readFile(modelFile), { executionProviders: ['wasm'] });
  const [output = ''] = session.outputNames;

  const addEmbedding = async (
    sum: Float64Array | undefined,
    ids: readonly number[],
  ): Promise<Float64Array> => {
    const inputs: Record<string, Tensor> = {
      input_ids: values(ids),
      attention_mask: values(ids.map(() => 1)),
      token_type_ids: values(ids.map(() => 0)),
    };
    const feeds = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]!]));
    const { [output]: states } = await session.run(feeds);
    const size = states!.dims.at(-1)!;
    const data = states!.data as Float32Array;
    const total = sum ?? new Float64Array(size);
    for (const [at, value] of data.entries()) total[at % size]! += value;
    states!.dispose();
    return total;
  };

  const encodeOne = async (text: string): Promise<number[]> => {
    const { ids } = tokenizer.encode(text);
    // Each segment gets the start and end tokens of a whole text.
    const inner = ids.slice(1, -1);
    const length = maxTokens - 2;
    let sum: Float64Array | undefined;
    for (let from = 0; from === 0 || (from < inner.length && from < length * MAX_STRETCHES); from += length)
      sum = await addEmbedding(sum, [ids[0]!, ...inner.slice(from, from + length), ids.at(-1)!]);
    return [...sum!];
  };

  return async (texts) => {
    const vectors: number[][] = [];
    // Sequential: in one thread, a batch is no faster and needs padding.
    for (const text of texts) vectors.push(await encodeOne(text));
    return vectors;
  };
}
