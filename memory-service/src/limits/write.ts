/** `pnpm limits`: writes docs/limits.md. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectedLimits } from './file';

const { file, text } = expectedLimits(path.resolve(fileURLToPath(import.meta.url), '../../../..'));
writeFileSync(file, text);
