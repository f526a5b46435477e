/** Worker thread that computes embeddings. Runs at a lower priority than all other work of the machine. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Encode, type EncoderTask, openEncoder } from '../features/search/local/sentenceEncoder';

/** Lowers the thread's priority. Linux only: elsewhere priorities belong to the whole process. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}

const runtimeFile = fileURLToPath(new URL('./ort-wasm-simd-threaded.wasm', import.meta.url));
let encoder: { modelFile: string; encode: Promise<Encode> } | undefined;
yieldToOthers();

// oxlint-disable-next-line import/no-default-export -- The pool takes the default export.
export default async function encode({ texts, ...model }: EncoderTask): Promise<number[][]> {
  if (encoder?.modelFile !== model.modelFile)
    encoder = { modelFile: model.modelFile, encode: openEncoder(runtimeFile, model) };
  return (await encoder.encode)(texts);
}
