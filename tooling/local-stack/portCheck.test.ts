import { createServer, type Server } from 'node:net';
import { ANY_PORTS, PART_NAMES, type PartName, portsFrom, type Ports } from './parts';
import { claimPorts, takenSentence } from './portCheck';

const anywhere: Ports = ANY_PORTS;

function occupy(host: string): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => resolve({ server, port: (server.address() as { port: number }).port }));
  });
}

describe('claimPorts', () => {
  it('replaces 0 by free ports, each part its own', async () => {
    const ports = await claimPorts(anywhere);
    expect(new Set(Object.values(ports)).size).toBe(PART_NAMES.length);
    expect(Object.values(ports).every((port) => port > 1023)).toBe(true);
  });

  test.each(['127.0.0.1', '0.0.0.0'])(
    'names a port taken on %s and its variable, in one line',
    async (host) => {
      const { server, port } = await occupy(host);
      try {
        await expect(claimPorts({ ...anywhere, 'org-admin': port })).rejects.toThrow(
          `Port ${port} is taken, the remote org-admin can’t start. Stop what uses it or set REMOTE_ORG_ADMIN_PORT, e.g. REMOTE_ORG_ADMIN_PORT=${port + 100} npm start`,
        );
      } finally {
        server.close();
      }
    },
  );

  it('names all taken ports in one line', () => {
    const taken: { port: number; name: PartName }[] = [
      { port: 8000, name: 'service' },
      { port: 3000, name: 'gateway' },
    ];
    const sentence = takenSentence(taken);
    expect(sentence).toContain('Ports 8000 (SERVICE_PORT), 3000 (GATEWAY_PORT) are taken');
    expect(sentence).not.toContain('\n');
  });
});

describe('portsFrom', () => {
  it('has the promised defaults', () => {
    expect(portsFrom({})).toMatchObject({
      gateway: 3000,
      service: 8000,
      memory: 3001,
      'ai-ops': 3002,
      'org-admin': 3003,
      beta: 3004,
    });
  });

  it('refuses what is no port and ports that two parts share', () => {
    expect(() => portsFrom({ GATEWAY_PORT: 'three' })).toThrow(
      'GATEWAY_PORT must be a port number from 0 to 65535, not "three".',
    );
    expect(() => portsFrom({ GATEWAY_PORT: '65536' })).toThrow('GATEWAY_PORT must be a port number');
    expect(() => portsFrom({ GATEWAY_PORT: '3001' })).toThrow(
      'REMOTE_MEMORY_PORT and GATEWAY_PORT are both 3001',
    );
  });
});
