/** `pnpm bench`: measures, prints, asserts nothing. */
import { benchFederation } from './federation';
import { benchPages } from './pages/benchPages';

const benches: Record<string, () => Promise<void>> = {
  federation: benchFederation,
  pages: benchPages,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches[name]);
if (unknown.length > 0) {
  console.error(
    `There is no bench named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) await benches[name]!();
}
