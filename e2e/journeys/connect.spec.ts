/** Connecting a coding agent with one command: the dashboard's own package asks for approval, then writes a working configuration. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectBothLooks } from '../support/axe';
import { typeEmail } from '../support/people';
import { expect, NOT_SIGNED_IN, test } from '../support/test';

test('connects Codex with npx from the dashboard after an approval, and proves that it works', async ({
  page,
  stack,
  member,
  expectConsole,
}) => {
  expectConsole(NOT_SIGNED_IN);
  const home = await mkdtemp(path.join(tmpdir(), 'hindsight-connect-'));
  const address = `${stack.urls.gateway}/api/downloads/hindsight-mcp.tgz`;
  const command = spawn(
    'npx',
    ['--yes', address, 'connect', 'codex-cli', '--no-browser', '--transport', 'stdio'],
    {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [command.stdout, command.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  try {
    await expect.poll(() => output, { timeout: 40_000 }).toMatch(/compare the code: \S+/);
    const link = /Open (\S+)/.exec(output)![1]!;
    expect(new URL(link).origin).toBe(new URL(stack.urls.gateway).origin);
    // Signed out: the link leads through sign-in and back.
    await page.goto(link);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await typeEmail(page, member.email);
    await expect(page.getByText(/code: (\S+)/.exec(output)![1]!)).toBeVisible();
    await expectBothLooks(page, 'the approval of a device');
    await page.getByLabel('Name of the new agent').fill('Codex');
    await page.getByRole('checkbox', { name: 'My terminal shows this code' }).check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Return to your terminal')).toBeVisible();
    await expect.poll(() => command.exitCode, { timeout: 40_000 }).toBe(0);
    expect(output).toContain(`It answers for ${member.email}`);
    expect(output).not.toContain('hs_pat_');
    await expect(page.getByRole('listitem').filter({ hasText: 'Sign-in' })).toContainText(
      'The token was accepted.',
    );

    const file = await readFile(path.join(home, '.codex/config.toml'), 'utf8');
    // The permanent copy starts at once, even when the dashboard is unavailable.
    const kept = path.join(home, '.hindsight/hindsight-mcp.mjs');
    expect(file).toContain(`command = "${process.execPath}"\nargs = ["${kept}"]`);
    expect(output).toContain(`Undo: npx ${address} disconnect codex-cli`);
    await page.goto('/tokens');
    await expect(page.getByText(/^Codex CLI on /).first()).toBeVisible();
  } finally {
    command.kill();
    await rm(home, { recursive: true, force: true });
  }
});
