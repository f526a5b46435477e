/** `pnpm production:bench` compares replicas and poolers call by call; `pnpm production:bench people` plays an hour of people and agents. */
export {};

if (process.argv[2] === 'people') await import('./people');
else await import('./replicas');
