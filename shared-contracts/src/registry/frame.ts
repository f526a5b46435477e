/** Build of the host that renders the frame of its pages (header, sidebar, title, skeleton) on the server. */
import type { Registry } from './registry';

export interface FrameInput {
  registry: Registry;
  /** Runtime configuration, as the page receives it. */
  config: unknown;
  pathname: string;
}

export interface FrameProgram {
  /** The host build that hydrates the frame; another build would not match it. */
  version: string;
  /** Routes of the host's own pages, in addition to those of the registry. */
  paths: readonly string[];
  render(input: FrameInput): { title: string; html: string };
}
