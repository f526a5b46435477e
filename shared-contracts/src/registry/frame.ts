/** The program beside a build of the host that renders the frame of its pages (header, sidebar, title, skeleton) without a browser. */
import type { Registry } from './registry';

export interface FrameInput {
  registry: Registry;
  /** Runtime configuration, as the page gets it. */
  config: unknown;
  pathname: string;
}

export interface FrameProgram {
  /** The build of the host that takes the frame over; another one would not recognize it. */
  version: string;
  /** Routes of the host's own pages, beside those of the registry. */
  paths: readonly string[];
  render(input: FrameInput): { title: string; html: string };
}
