/**
 * `pnpm production:bench` compares replicas and poolers per endpoint; `pnpm production:bench people` simulates an hour of people and
 * agents.
 */
export {};

if (process.argv[2] === 'people') await import('./people');
else await import('./replicas');
