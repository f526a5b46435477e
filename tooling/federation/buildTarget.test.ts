import { buildTarget } from './buildTarget';
import { webpackBase } from './webpackBase';

describe('buildTarget', () => {
  it('takes the version of its own package where one run builds several', () => {
    const versions = { 'remote-beta': '2.0.0-beta', 'remote-memory': '3.0.0-memory' };
    const { version, outputDir } = buildTarget('remote-memory', { versions });
    expect(version).toBe('3.0.0-memory');
    expect(outputDir).toMatch(/remote-memory[/\\]dist[/\\]3\.0\.0-memory$/);
  });
});

describe('webpackBase', () => {
  test.each([
    ['a release', 'hidden-source-map', { release: true }, 'production'],
    ['a build of the clone', false, {}, 'production'],
    ['a development build', 'source-map', {}, 'development'],
  ] as const)('compiles %s with devtool %j', (_what, devtool, env, mode) => {
    const target = buildTarget('remote-beta', { version: '1.0.0', ...env }, { mode });
    expect(webpackBase(target, 'remote_beta_1.0.0').devtool).toBe(devtool);
  });
});
