import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from './config';
import { resolveStore } from './release';

let root: string;
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'remote-config-'));
  write('package.json', '{ "version": "1.2.0" }');
});
afterEach(() => rmSync(root, { recursive: true }));

it('requires only a name', () => {
  write('remote.config.json', '{ "name": "reports" }');
  const config = readConfig(root);
  expect(config).toEqual({
    name: 'reports',
    host: 'http://localhost:3000',
    port: 3100,
    root,
    version: '1.2.0',
  });
  expect(() => resolveStore(config, undefined)).toThrow('Where do releases go?');
  expect(resolveStore({ ...config, releases: 'var/releases' }, undefined).name).toBe(
    path.join(root, 'var/releases'),
  );
});

it.each([
  ['{ "name": "Reports" }', 'remote.config.json: name: must contain only lowercase letters'],
  ['{ "name": "reports", "prot": 1 }', 'remote.config.json: Unrecognized key: "prot"'],
  ['{ "name": "reports", "publicUrl": "here" }', 'publicUrl: must be an http(s) address'],
  ['{ "name": "reports", ', 'remote.config.json is not JSON'],
])('refuses %s with one sentence', (text, sentence) => {
  write('remote.config.json', text);
  expect(() => readConfig(root)).toThrow(sentence);
});

it('reports where it looked for a remote', () => {
  expect(() => readConfig(root)).toThrow(`There is no remote.config.json in ${root}.`);
});
