/** The one table of what the stack consists of: name, default port, the variable that moves it. */

/** Remotes by short name; the room is `remote-<name>`. */
export const REMOTE_NAMES = ['memory', 'ai-ops', 'org-admin', 'beta'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

export type PartName = 'gateway' | 'service' | RemoteName;

export const PARTS: Record<PartName, { label: string; port: number; variable: string }> = {
  service: { label: 'Memory service', port: 8000, variable: 'SERVICE_PORT' },
  memory: { label: 'Remote memory', port: 3001, variable: 'REMOTE_MEMORY_PORT' },
  'ai-ops': { label: 'Remote ai-ops', port: 3002, variable: 'REMOTE_AI_OPS_PORT' },
  'org-admin': { label: 'Remote org-admin', port: 3003, variable: 'REMOTE_ORG_ADMIN_PORT' },
  beta: { label: 'Remote beta', port: 3004, variable: 'REMOTE_BETA_PORT' },
  gateway: { label: 'Gateway', port: 3000, variable: 'GATEWAY_PORT' },
};

export const PART_NAMES = Object.keys(PARTS) as PartName[];
export const isRemote = (name: string): name is RemoteName =>
  (REMOTE_NAMES as readonly string[]).includes(name);

export type Ports = Record<PartName, number>;

type Environment = Record<string, string | undefined>;

/**
 * Ports from the environment, else the defaults.
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
