/** Reads the environment of each service from docker-compose.yml, so that a native run uses the same values. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const FILE = fileURLToPath(new URL('../../docker-compose.yml', import.meta.url));

/** `${NAME:-default}` and `${NAME-default}`; our defaults contain no braces. */
const VARIABLE = /\$\{([A-Z0-9_]+)(:?)-([^}]*)\}/g;

/** @param env the environment of the person who starts the stack. */
export const interpolate = (text: string, env: Readonly<Record<string, string | undefined>>): string =>
  text.replace(VARIABLE, (_whole, name: string, colon: string, fallback: string) => {
    const given = env[name];
    return given === undefined || (colon && given === '') ? fallback : given;
  });

/** The environment of one service of the compose file; pass-through variables appear only when they are set. */
export function composeEnvironment(service: string, env = process.env): Record<string, string> {
  const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string | null> } | undefined>;
  };
  const given = services[service]?.environment;
  if (!given) throw new Error(`docker-compose.yml has no environment for ${service}.`);
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const text = value === null ? env[name] : interpolate(String(value), env);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
