/** Keeps the files of a model in a folder: downloads missing ones and rejects any with a wrong hash. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import { type LocalModel, measureSize } from './models';

/** A connection without data for this long is dropped. */
const STALLED_MS = 30_000;

export interface ModelSource {
  folder: string;
  /** An address or a folder that has the files under their own names; if undefined, the address of the model. */
  mirror: string | undefined;
}

async function hashFile(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(file)) hash.update(part as Buffer);
    return hash.digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Streams a file from an address or a folder. Throws when no data arrives for `STALLED_MS`. */
async function* readParts(address: URL, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (address.protocol === 'file:') {
    yield* createReadStream(address, { signal });
    return;
  }
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('The download stalled.')), STALLED_MS);
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, stalled.signal]) });
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
    for await (const part of Readable.fromWeb(response.body as ReadableStream)) {
      timer.refresh();
      yield part as Buffer;
    }
  } finally {
    clearTimeout(timer);
  }
}

function addressFor(base: string, file: string): URL {
  const folder = URL.canParse(base) ? new URL(base) : pathToFileURL(path.resolve(base));
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL(file, folder);
}

const describeError = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: unknown };
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};

/**
 * Completes the folder and returns the path of each file. A partial file is never used: a file gets its name only after its hash matches.
 * @param onProgress receives the number of bytes downloaded so far.
 * @throws Error with one sentence: what failed to download, from where, and why.
 */
export async function ensureModelFiles(
  model: LocalModel,
  { folder, mirror }: ModelSource,
  onProgress: (fetched: number, total: number) => void,
  signal: AbortSignal,
): Promise<Record<keyof LocalModel['files'], string>> {
  const own = path.resolve(folder, model.name);
  let fetched = 0;
  const place = async (name: keyof LocalModel['files']): Promise<string> => {
    const { path: remote, sha256, bytes } = model.files[name];
    const file = path.join(own, name);
    if ((await hashFile(file)) === sha256) {
      fetched += bytes;
      return file;
    }
    const address = addressFor(mirror ?? model.address, mirror === undefined ? remote : name);
    // Two processes may download at the same time.
    const draft = `${file}.${process.pid}.part`;
    try {
      await mkdir(own, { recursive: true });
      const hash = createHash('sha256');
      const written = await open(draft, 'w');
      try {
        let size = 0;
        for await (const part of readParts(address, signal)) {
          size += part.length;
          if (size > bytes) break;
          hash.update(part);
          await written.write(part);
          fetched += part.length;
          onProgress(fetched, measureSize(model));
        }
      } finally {
        await written.close();
      }
      if (hash.digest('hex') !== sha256) throw new Error('SHA-256 mismatch');
      await rename(draft, file);
      return file;
    } catch (error) {
      await rm(draft, { force: true });
      throw new Error(
        `Couldn’t download ${name} from ${address.host || address.pathname}: ${describeError(error)}`,
        {
          cause: error,
        },
      );
    }
  };
  return { 'tokenizer.json': await place('tokenizer.json'), 'model.onnx': await place('model.onnx') };
}
