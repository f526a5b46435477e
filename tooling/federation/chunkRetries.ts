/** Locates the runtime plugin that every build includes. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, 'runtime/chunkRetries');

/** File of the plugin that retries lost chunks: TypeScript in this repository, JavaScript in the preset. */
export const chunkRetries = existsSync(`${file}.ts`) ? `${file}.ts` : `${file}.js`;
