/** One replica of the memory service, started like its image: secrets from files, one address. */
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '../../tooling/local-stack/program';
import { answers, untilReady } from './untilReady';

const SERVER = fileURLToPath(new URL('../../memory-service/dist/server.js', import.meta.url));

export interface ReplicaOptions {
  name: string;
  port: number;
  env: Record<string, string>;
}

/** Resolves when the replica is ready. */
export async function startReplica({ name, port, env }: ReplicaOptions): Promise<Program> {
  const program = startProgram(name, process.execPath, [SERVER], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: String(port), ...env },
  });
  await untilReady(program, answers(`http://127.0.0.1:${port}/ready`), 120);
  return program;
}
