/** Writes brotli and gzip twins of compressible files at build time instead of compressing on each request. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTHWHILE_BYTES = 1024;
const COMPRESSIBLE = /\.(js|css|svg|html|json)$/;
/** zlib uses a pool of four threads; more parallel jobs only consume memory. */
const AT_ONCE = 4;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const ENCODERS = {
  br: (bytes: Buffer) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => gz(bytes, { level: 9 }),
};

type Encoding = keyof typeof ENCODERS;

async function compressFile(file: string, encodings: readonly Encoding[]): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < WORTHWHILE_BYTES) return;
  await Promise.all(encodings.map(async (name) => writeFile(`${file}.${name}`, await ENCODERS[name](bytes))));
}

/** Compresses the compressible files below a folder; returns their number. */
export async function precompress(
  folder: string,
  encodings: readonly Encoding[] = ['br', 'gz'],
): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
  const files: string[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile()) files.push(file);
  }
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) await compressFile(file, encodings);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return files.length;
}
