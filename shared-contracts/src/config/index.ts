/** What an installation may set without a rebuild: `/config.json`, by the names that the environment uses too. */
export * from './flagText';
export * from './runtimeConfig';
