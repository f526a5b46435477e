/** The official MCP conformance suite in its newest version, against a running service: all scenarios for a server without test tools. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../support/npm';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { expect, test } from '../support/test';

const run = promisify(execFile);

/** The suite needs a newer Node than the product. */
const VERSIONS = { '@modelcontextprotocol/conformance': '0.2.0-alpha.12', node: '24.21.0' };

/**
 * Scenarios that call test-only tools, prompts and resources by fixed names, or that test missing features: subscriptions, sampling,
 * elicitation, tasks, skills, images and audio, and session streams.
 */
const OTHERS =
  /^(?:tools-call-|prompts-get-|resources-(?:read-|templates-|subscribe|unsubscribe)|completion-|elicitation-|json-schema-|server-sse-|sep-2640-|tasks-|input-required-|server-session-|http-custom-header-)/;

let stack: OwnStack;
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(700_000);
  folder = await installPackages('conformance', VERSIONS);
  // The suite cannot send a token.
  stack = await startOwnStack({ MCP_GUESTS: '1' });
});
test.afterAll(() => stack.stop());

const suite = (...words: string[]) =>
  run(
    path.join(folder, 'node_modules/.bin/node'),
    [path.join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'), ...words],
    { maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout: string; stderr: string }) => error);

test('passes every scenario that needs no test tools', async () => {
  test.setTimeout(300_000);
  const { stdout: list } = await suite('list');
  const [ofServers = ''] = list.split('Client scenarios');
  const offered = [...ofServers.matchAll(/^ {2}- (\S+) \[([^\]]*)\]$/gm)];
  const wanted = offered.flatMap(([, name = '', revisions = '']) =>
    OTHERS.test(name) ? [] : revisions.split(',').map((revision) => [name, revision] as const),
  );
  expect(wanted.length).toBeGreaterThan(10);
  const failed: string[] = [];
  let passed = 0;
  for (const [name, revision] of wanted) {
    const { stdout, stderr } = await suite(
      'server',
      '--url',
      `${stack.urls.gateway}/api/mcp`,
      '--scenario',
      name,
      '--spec-version',
      revision,
    );
    const [, ofScenario = ''] = /Passed: (\d+)\/\d+/.exec(stdout) ?? [];
    passed += Number(ofScenario);
    const problems = [...stdout.matchAll(/^ +Error: (.*)$/gm)].map(([, reason = '']) => reason);
    // A check that needs a test tool says so, but still counts as failed.
    const real = problems.filter((reason) => !reason.startsWith('Not testable: '));
    if (ofScenario === '' || real.length > 0) failed.push(`${name} ${revision}: ${real.join('; ')}${stderr}`);
  }
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(60);
});
