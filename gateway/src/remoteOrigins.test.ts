import type { Registry } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { gatewayConfig } from './config';
import { testEnvironment } from './gatewayHarness';
import { withOrigins } from './origins';
import { listRemoteOrigins } from './remoteOrigins';

const integrity = `sha384-${'A'.repeat(64)}`;
const to = (version: string, port: number) => ({
  version,
  url: `http://localhost:${port}/${version}/release.json`,
  integrity,
});
const registry: Registry = {
  schema: 1,
  updatedAt: '',
  remotes: { memory: exampleRelease('memory'), 'not-here': exampleRelease('not-here', { port: 3009 }) },
  rollout: {
    memory: { previous: to('0.9.0', 3001), canary: { to: to('1.1.0', 3001), percent: 5 } },
    'not-here': { previous: to('0.9.0', 3010) },
  },
};
const config = gatewayConfig({
  ...testEnvironment(process.env['TMPDIR'] ?? '/tmp'),
  REMOTES: 'memory=http://localhost:4081',
  REMOTE_OVERRIDE_ORIGINS: 'http://localhost:* https://builds.example.org',
  TELEMETRY_URL: 'https://key@errors.example.org/7',
  TELEMETRY_FORMAT: 'sentry',
});

it('lets scripts come from releases, from what is pointed at, and from allowed overrides', () => {
  expect(listRemoteOrigins(withOrigins(registry, config.remoteOrigins), config)).toEqual([
    'http://localhost:4081',
    'http://localhost:3009',
    'http://localhost:3010',
    'http://localhost:*',
    'https://builds.example.org',
  ]);
});

it('knows the configured origins alone where there is no registry', () => {
  expect(listRemoteOrigins(null, { ...config, overrideOrigins: [] })).toEqual(
    Object.values(config.remoteOrigins),
  );
});

it('lets pages reach who collects failures, and refuses to start with a wrong value', () => {
  expect(config.connectOrigins).toContain('https://errors.example.org');
  expect(config.runtime).toMatchObject({ TELEMETRY_FORMAT: 'sentry' });
  expect(() => gatewayConfig({ GATEWAY_SECRET: 'x', REMOTE_OVERRIDE_ORIGINS: '*' })).toThrow(
    'REMOTE_OVERRIDE_ORIGINS must be a list of origins like http://localhost:3001 or http://localhost:*, not "*".',
  );
});
