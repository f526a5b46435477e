/** Runtime configuration without a rebuild: `/config.json`, keyed by the names of the environment variables. */
export * from './flagText';
export * from './runtimeConfig';
