/** All clients of the setup guide, by name. */
import type { Client } from './client';
import { amp } from './amp';
import { claudeCode } from './claudeCode';
import { claudeDesktop } from './claudeDesktop';
import { cline } from './cline';
import { codexCli } from './codexCli';
import { cursor } from './cursor';
import { forgeCode } from './forgeCode';
import { geminiCli } from './geminiCli';
import { githubCopilotCli } from './githubCopilotCli';
import { goose } from './goose';
import { openCode } from './openCode';
import { openHandsCli } from './openHandsCli';
import { rooCode } from './rooCode';
import { vsCode } from './vsCode';
import { windsurf } from './windsurf';
import { zed } from './zed';

export const CLIENTS: readonly Client[] = [
  codexCli,
  geminiCli,
  claudeCode,
  cline,
  rooCode,
  githubCopilotCli,
  forgeCode,
  openHandsCli,
  vsCode,
  cursor,
  windsurf,
  zed,
  openCode,
  goose,
  amp,
  claudeDesktop,
].sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Preselected whenever the guide opens. */
export const FIRST_CLIENT = codexCli.id;
