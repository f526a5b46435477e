/** `pnpm bench <name> [options]`: runs a benchmark; prints Markdown to stdout and progress to stderr. */

export type Bench = (argv: string[]) => Promise<void>;

const BENCHES: Record<string, () => Promise<Bench>> = {
  hostile: async () => (await import('./hostile')).benchHostile,
  http: async () => (await import('./http')).benchHttp,
  lists: async () => (await import('./lists')).benchLists,
  proposals: async () => (await import('./proposals')).benchProposals,
  pages: async () => (await import('./pages/bench')).benchPages,
  search: async () => (await import('./search')).benchSearch,
};

const [name = '', ...argv] = process.argv.slice(2);
const load = BENCHES[name];
if (load) {
  const run = await load();
  await run(argv);
} else {
  console.error(
    `Usage: pnpm bench <${Object.keys(BENCHES).join('|')}> [options]; bench/README.md explains them.`,
  );
  process.exitCode = 1;
}
