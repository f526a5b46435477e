/** Writes a brotli and a gzip twin beside each file worth it, once at build time instead of at each request. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTHWHILE_BYTES = 1024;
const COMPRESSIBLE = /\.(js|css|svg|html|json)$/;
/** zlib works in a pool of four threads; more at once only holds memory. */
const AT_ONCE = 4;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < WORTHWHILE_BYTES) return;
  const [small, wide] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gz(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, wide)]);
}

/** Compresses what is compressible below a folder; returns their number. */
export async function precompress(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
  const files: string[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile()) files.push(file);
  }
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) await compressFile(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return files.length;
}
