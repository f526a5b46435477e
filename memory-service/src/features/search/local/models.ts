/** The local sentence encoders: where their files come from and how to query each. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartupError } from '../../../platform/config/startupError';

const ModelFile = z.object({ path: z.string(), sha256: z.string().regex(/^[\da-f]{64}$/), bytes: z.int() });

/** Model description; `EMBEDDINGS_MODEL` may also name a custom JSON file with one. */
const LocalModel = z.object({
  /** Vectors are stored under this name. */
  name: z.string().min(1),
  /** Address of the files, at a fixed revision. */
  address: z.string(),
  files: z.object({ 'model.onnx': ModelFile, 'tokenizer.json': ModelFile }),
  /** Prefixes that some models expect before a query and before a text. */
  prefixes: z.object({ query: z.string(), text: z.string() }).default({ query: '', text: '' }),
  /** Context length in tokens. */
  maxTokens: z.int().min(8).default(256),
});
export type LocalModel = z.infer<typeof LocalModel>;

export const DEFAULT_MODEL = 'all-MiniLM-L6-v2';

const huggingFaceUrl = (repository: string, revision: string) =>
  `https://huggingface.co/${repository}/resolve/${revision}/`;

const MODELS: readonly LocalModel[] = [
  {
    name: DEFAULT_MODEL,
    address: huggingFaceUrl('Xenova/all-MiniLM-L6-v2', '751bff37182d3f1213fa05d7196b954e230abad9'),
    files: {
      'model.onnx': {
        path: 'onnx/model_quantized.onnx',
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
        bytes: 22_972_370,
      },
      'tokenizer.json': {
        path: 'tokenizer.json',
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
        bytes: 711_661,
      },
    },
    prefixes: { query: '', text: '' },
    maxTokens: 256,
  },
  {
    name: 'multilingual-e5-small',
    address: huggingFaceUrl('Xenova/multilingual-e5-small', '761b726dd34fb83930e26aab4e9ac3899aa1fa78'),
    files: {
      'model.onnx': {
        path: 'onnx/model_quantized.onnx',
        sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
        bytes: 118_308_185,
      },
      'tokenizer.json': {
        path: 'tokenizer.json',
        sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
        bytes: 17_082_730,
      },
    },
    prefixes: { query: 'query: ', text: 'passage: ' },
    maxTokens: 512,
  },
];

/**
 * Finds a model by its name, or by the JSON file that describes it.
 * @throws StartupError with one sentence about the problem.
 */
export function findModel(nameOrFile: string): LocalModel {
  const known = MODELS.find(({ name }) => name === nameOrFile);
  if (known) return known;
  if (!nameOrFile.endsWith('.json')) {
    const names = MODELS.map(({ name }) => name).join(', ');
    throw new StartupError(
      `EMBEDDINGS_MODEL must be one of ${names} or a .json file, but it is "${nameOrFile}".`,
    );
  }
  try {
    return LocalModel.parse(JSON.parse(readFileSync(nameOrFile, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new StartupError(`EMBEDDINGS_MODEL ${nameOrFile} is not a valid model description: ${reason}`);
  }
}

export const measureSize = ({ files }: LocalModel): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
