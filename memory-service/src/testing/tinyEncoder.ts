/** Writes a tiny sentence encoder with random weights in the real file formats: an ONNX graph and a WordPiece `tokenizer.json`. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LocalModel } from '../features/search/local/models';

type Field = readonly [number, number | string | Uint8Array];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** Encodes a protocol buffers message: numbers as varints, everything else length-delimited. */
function message(...fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number') return Buffer.from([...varint(number << 3), ...varint(value)]);
    const body = Buffer.from(value as Uint8Array);
    return Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(body.length)]), body]);
  });
  return Buffer.concat(parts);
}

const FLOAT = 1;
const INT64 = 7;

const valueInfo = (name: string, type: number, dimensions: readonly (string | number)[]) => {
  const shape = message(
    ...dimensions.map((one): Field => [1, typeof one === 'number' ? message([1, one]) : message([2, one])]),
  );
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
};

const node = (type: string, inputs: readonly string[], output: string) =>
  message(...inputs.map((name): Field => [1, name]), [2, output], [4, type]);

/** Deterministic numbers between -1 and 1. */
function randomWeights(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 30 - 1;
  });
}

const tensor = (name: string, dimensions: readonly number[], seed: number) => {
  const weights = randomWeights(
    dimensions.reduce((product, one) => product * one, 1),
    seed,
  );
  return message(
    ...dimensions.map((one): Field => [1, one]),
    [2, FLOAT],
    [8, name],
    [9, new Uint8Array(weights.buffer)],
  );
};

/** ONNX graph of a one-layer sentence encoder: each word is close to itself and far from the others. */
function onnxModel(words: number, size: number): Uint8Array {
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'];
  const graph = message(
    [1, node('Gather', ['embeddings', 'input_ids'], 'embedded')],
    [1, node('MatMul', ['embedded', 'layer'], 'projected')],
    [1, node('Tanh', ['projected'], 'last_hidden_state')],
    [2, 'tiny'],
    [5, tensor('embeddings', [words, size], 7)],
    [5, tensor('layer', [size, size], 11)],
    ...inputs.map((name): Field => [11, valueInfo(name, INT64, ['batch', 'sequence'])]),
    [12, valueInfo('last_hidden_state', FLOAT, ['batch', 'sequence', size])],
  );
  return message([1, 8], [7, graph], [8, message([1, ''], [2, 13])]);
}

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

function tokenizer(vocabulary: readonly string[]): string {
  const vocab = Object.fromEntries([...SPECIAL, ...vocabulary].map((token, id) => [token, id]));
  const special = (token: string) => ({ SpecialToken: { id: token, type_id: 0 } });
  return JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      ...{ id, content, special: true },
      ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: {
      type: 'BertNormalizer',
      ...{ clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((token) => [token, { id: token, ids: [vocab[token]], tokens: [token] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      ...{ unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
      vocab,
    },
  });
}

/** Writes the files of a model with these tokens to `folder`. @returns its description. */
export async function writeTinyEncoder(
  folder: string,
  vocabulary: readonly string[],
  { name = 'tiny', size = 32 } = {},
): Promise<LocalModel> {
  const contents = {
    'model.onnx': onnxModel(SPECIAL.length + vocabulary.length, size),
    'tokenizer.json': Buffer.from(tokenizer(vocabulary)),
  };
  await mkdir(folder, { recursive: true });
  const describe = async (file: keyof typeof contents) => {
    const bytes = contents[file];
    await writeFile(path.join(folder, file), bytes);
    return { path: file, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  };
  return {
    name,
    address: folder,
    files: { 'model.onnx': await describe('model.onnx'), 'tokenizer.json': await describe('tokenizer.json') },
    prefixes: { query: '', text: '' },
    maxTokens: 16,
  };
}
