/** `pnpm packs [<folder>]`: packs the packages for remotes in other repositories. See docs/create-a-remote.md. */
import path from 'node:path';
import { repoRoot, varDir } from '../local-stack/paths';
import { makePacks } from './makePacks';

const [folder] = process.argv.slice(2);
const out = folder
  ? path.resolve(process.env.INIT_CWD ?? process.cwd(), folder, 'packs')
  : path.join(varDir, 'packs');
try {
  for (const file of Object.values(await makePacks(repoRoot, out))) console.log(file);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
