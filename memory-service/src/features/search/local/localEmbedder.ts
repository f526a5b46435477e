/** Makes vectors with a local model, in a separate thread. */
import path from 'node:path';
import { Piscina } from 'piscina';
import { withLinkedSignal } from '../../../platform/languageModel/linkedSignal';
import { type Embedder, NotReady, prepareText, unitVectors } from '../embeddings';
import { ensureModelFiles, type ModelSource } from './modelFiles';
import { type LocalModel, measureSize } from './models';
import { offerServer } from './offerServer';
import type { EncoderTask } from './sentenceEncoder';

/** Texts per task of the thread, so that a query waits behind no more than that. */
const SLICE = 2;
/** An idle thread ends after this time to free its memory. */
const IDLE_MS = 10 * 60_000;

const megabytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

/**
 * An embedder backed by the local model. The first `prepare` downloads its files; until then, `embed` throws `NotReady`.
 * @param workerFile the program of the thread.
 * @param tell called when the download begins and ends.
 */
export function createLocalEmbedder(
  model: LocalModel,
  source: ModelSource,
  workerFile: string,
  tell: (sentence: string) => void,
): Embedder {
  let files: Record<keyof LocalModel['files'], string> | undefined;
  let fetched: { done: number; total: number } | undefined;
  let pool: Piscina<EncoderTask, number[][]> | undefined;

  /** A single thread, started on the first text and restarted after a timeout. */
  const run = (task: EncoderTask, signal: AbortSignal) => {
    pool ??= new Piscina({ filename: workerFile, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS });
    return pool.run(task, { signal });
  };

  return {
    model: model.name,
    place: 'local',
    prepare: async (signal) => {
      if (files) return;
      const total = measureSize(model);
      fetched = { done: 0, total };
      let hasBegun = false;
      const onProgress = (done: number) => {
        if (!hasBegun)
          tell(`Downloading the model ${model.name} for semantic search (once, ${megabytes(total)}).`);
        hasBegun = true;
        fetched = { done, total };
      };
      try {
        files = await ensureModelFiles(model, source, onProgress, signal);
        if (hasBegun) tell(`The model ${model.name} is ready. Indexing memories for semantic search.`);
      } catch (error) {
        const folder = path.resolve(source.folder, model.name);
        throw new NotReady(
          `Couldn’t download the model ${model.name}.`,
          `${(error as Error).message}. Copy the model files to ${folder}, set a mirror (EMBEDDINGS_MIRROR) or a server (EMBEDDINGS_BASE_URL)${await offerServer(signal)}, or set EMBEDDINGS=off.`,
          { cause: error },
        );
      } finally {
        fetched = undefined;
      }
    },
    progress: () =>
      fetched &&
      `Downloading the model ${model.name}: ${megabytes(fetched.done)} of ${megabytes(fetched.total)}.`,
    embed: async (texts, { purpose, timeoutMs, signal }) => {
      if (!files) throw new NotReady(`The model ${model.name} has not been downloaded.`);
      const { 'model.onnx': modelFile, 'tokenizer.json': tokenizerFile } = files;
      return withLinkedSignal(signal, async (linked) => {
        const within = AbortSignal.any([linked, AbortSignal.timeout(timeoutMs)]);
        const made: number[][] = [];
        for (let from = 0; from < texts.length; from += SLICE) {
          const slice = texts
            .slice(from, from + SLICE)
            .map((text) => model.prefixes[purpose] + prepareText(text));
          const task = { modelFile, tokenizerFile, maxTokens: model.maxTokens, texts: slice };
          made.push(...(await run(task, within)));
        }
        return unitVectors(made, texts.length);
      });
    },
    close: async () => pool?.destroy(),
  };
}
