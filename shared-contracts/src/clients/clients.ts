/** Every client of the guide, by name. */
import type { Client } from './client';
import { claudeCode } from './claudeCode';
import { cline } from './cline';
import { codexCli } from './codexCli';
import { forgeCode } from './forgeCode';
import { geminiCli } from './geminiCli';
import { githubCopilotCli } from './githubCopilotCli';
import { openHandsCli } from './openHandsCli';
import { rooCode } from './rooCode';

export const CLIENTS: readonly Client[] = [
  codexCli,
  geminiCli,
  claudeCode,
  cline,
  rooCode,
  githubCopilotCli,
  forgeCode,
  openHandsCli,
].sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Chosen each time that the guide opens. */
export const FIRST_CLIENT = codexCli.id;
