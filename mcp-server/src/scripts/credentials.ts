/** Service and identity of the command `hindsight`: its environment, or the credentials that `hindsight login` keeps in the home folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { CliProblem, type CliDeps } from '../cli/deps';

const Credentials = z.object({ url: z.string(), token: z.string(), agent_id: z.string().nullable() });
export type Credentials = z.infer<typeof Credentials>;

const fileIn = ({ machine }: Pick<CliDeps, 'machine'>) =>
  path.join(machine.home, '.hindsight', 'credentials.json');

export function writeCredentials(deps: Pick<CliDeps, 'machine'>, credentials: Credentials): string {
  const file = fileIn(deps);
  mkdirSync(path.dirname(file), { recursive: true });
  // Only the owner may read and write it.
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  return file;
}

export const deleteCredentials = (deps: Pick<CliDeps, 'machine'>): void =>
  rmSync(fileIn(deps), { force: true });

function storedCredentials(deps: Pick<CliDeps, 'machine'>): Credentials | null {
  try {
    return Credentials.parse(JSON.parse(readFileSync(fileIn(deps), 'utf8')));
  } catch {
    return null;
  }
}

/** @throws CliProblem when there are none. */
export function readCredentials(deps: Pick<CliDeps, 'machine' | 'command'>): Credentials {
  const {
    HINDSIGHT_API_BASE_URL: url,
    HINDSIGHT_API_TOKEN: token,
    DEFAULT_AGENT_ID: agent,
  } = deps.machine.environment;
  if (url && token)
    return { url: url.replace(/(?<!\/)\/+$/, ''), token, agent_id: agent && isUuid(agent) ? agent : null };
  const stored = storedCredentials(deps);
  if (stored) return stored;
  throw new CliProblem(
    'You are not signed in. Run: hindsight login --url https://hindsight.example.org, or set HINDSIGHT_API_BASE_URL and HINDSIGHT_API_TOKEN.',
  );
}
