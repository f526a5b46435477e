/** Replaces the federation SDK's logger, which has delegates and stack traces, by the console. */
const PREFIX = '[ Module Federation ]';
const say =
  (method, prefix) =>
  (...words) =>
    console[method](prefix, ...words);

export function createLogger(prefix) {
  const info = say('info', prefix);
  return {
    warn: say('warn', prefix),
    error: say('error', prefix),
    log: info,
    info,
    success: info,
    ready: info,
    debug: () => undefined,
  };
}
export const createInfrastructureLogger = createLogger;
export const logger = createLogger(PREFIX);
export const infrastructureLogger = logger;
export const bindLoggerToCompiler = () => undefined;
