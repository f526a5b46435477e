/** The parts of the stack: name, default port, and the variable that overrides it. */
import remotes from '../remotes.json' with { type: 'json' };

/**
 * Remotes by short name, with the port of each; the package is `remote-<name>`. The file is the only list of remotes: everything that
 * builds, checks, serves or releases remotes reads it through this module.
 */
export type RemoteName = keyof typeof remotes;
export const REMOTE_NAMES = Object.keys(remotes) as RemoteName[];

export type PartName = 'gateway' | 'service' | RemoteName;

interface Part {
  label: string;
  port: number;
  /** Environment variable that overrides the port. */
  variable: string;
}

const remoteParts = Object.fromEntries(
  REMOTE_NAMES.map((name) => [
    name,
    {
      label: `Remote ${name}`,
      port: remotes[name].port,
      variable: `REMOTE_${name.toUpperCase().replaceAll('-', '_')}_PORT`,
    },
  ]),
) as Record<RemoteName, Part>;

export const PARTS: Record<PartName, Part> = {
  service: { label: 'Memory service', port: 8000, variable: 'SERVICE_PORT' },
  ...remoteParts,
  gateway: { label: 'Gateway', port: 3000, variable: 'GATEWAY_PORT' },
};

export const PART_NAMES = Object.keys(PARTS) as PartName[];
export const isRemote = (name: string): name is RemoteName =>
  (REMOTE_NAMES as readonly string[]).includes(name);

export type Ports = Record<PartName, number>;

/** A free port for every part, chosen at its start. */
export const ANY_PORTS = Object.fromEntries(PART_NAMES.map((name) => [name, 0])) as Ports;

type Environment = Record<string, string | undefined>;

/**
 * Ports from the environment, or the defaults.
 * @throws Error with one sentence when a variable is not a port or two parts share one.
 */
export function portsFrom(env: Environment): Ports {
  const ports = {} as Ports;
  for (const name of PART_NAMES) {
    const { port, variable } = PARTS[name];
    const text = env[variable]?.trim();
    const value = text ? Number(text) : port;
    if (!Number.isInteger(value) || value < 0 || value > 65535) {
      throw new Error(`${variable} must be a port number from 0 to 65535, not "${text}".`);
    }
    const twin = PART_NAMES.find((other) => value !== 0 && ports[other] === value);
    if (twin)
      throw new Error(
        `${PARTS[twin].variable} and ${variable} are both ${value}: each part needs its own port.`,
      );
    ports[name] = value;
  }
  return ports;
}
