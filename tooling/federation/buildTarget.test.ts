import { buildTarget } from './buildTarget';

describe('buildTarget', () => {
  it('takes the version of its own package where one run builds several', () => {
    const versions = { 'remote-beta': '2.0.0-beta', 'remote-memory': '3.0.0-memory' };
    const { version, outputDir } = buildTarget('remote-memory', { versions });
    expect(version).toBe('3.0.0-memory');
    expect(outputDir).toMatch(/remote-memory[/\\]dist[/\\]3\.0\.0-memory$/);
  });
});
