/** Where the runtime plugin of every build is. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, 'runtime/chunkRetries');

/** File of the plugin that requests lost chunks again: TypeScript in this repository, JavaScript in the preset. */
export const chunkRetries = existsSync(`${file}.ts`) ? `${file}.ts` : `${file}.js`;
