/** Configuration of an installation without a rebuild: `/config.json`, with the names of the environment variables. */
export * from './flagText';
export * from './runtimeConfig';
