import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleRelease } from '../local-stack/exampleRelease';
import { publish, readRegistry } from './publish';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
  file = path.join(folder, 'var', 'registry.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('publish', () => {
  it('makes the file, then replaces one entry and leaves the others', async () => {
    await publish(file, { memory: exampleRelease('memory'), beta: exampleRelease('beta') });
    await publish(file, { memory: exampleRelease('memory', { version: '1.0.0-new' }) });
    const { remotes } = readRegistry(file);
    expect(remotes.memory!.version).toBe('1.0.0-new');
    expect(remotes.beta!.version).toBe('1.0.0-abc');
    expect(readdirSync(path.dirname(file))).toEqual(['registry.json']);
  });

  it('loses nothing when many publish at once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `part-${index}`);
    await Promise.all(names.map((name) => publish(file, { [name]: exampleRelease(name) })));
    expect(Object.keys(readRegistry(file).remotes).sort()).toEqual([...names].sort());
  });

  it('changes nothing when the release breaks the schema', async () => {
    await publish(file, { memory: exampleRelease('memory') });
    const before = readFileSync(file, 'utf8');
    const broken = { ...exampleRelease('beta'), baseUrl: 'somewhere' };
    await expect(publish(file, { beta: broken })).rejects.toThrow();
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('replaces a registry of an older schema', async () => {
    await publish(file, { beta: exampleRelease('beta') });
    writeFileSync(file, '{"schema":0,"remotes":{}}');
    await publish(file, { memory: exampleRelease('memory') });
    expect(Object.keys(readRegistry(file).remotes)).toEqual(['memory']);
  });

  it('does not overwrite a registry that it cannot read', async () => {
    await publish(file, { memory: exampleRelease('memory') });
    writeFileSync(file, '{"schema":2}');
    await expect(publish(file, { beta: exampleRelease('beta') })).rejects.toThrow();
    expect(readFileSync(file, 'utf8')).toBe('{"schema":2}');
  });
});
