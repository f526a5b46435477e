/**
 * What this installation sets. It comes inside the page (`<script type="application/json" id="config">`); a server that
 * cannot write it there offers `/config.json`, which is read beside everything else and never waited for long.
 */
import { DEFAULT_CONFIG, readRuntimeConfig, type RuntimeConfig } from '@hindsight/shared-contracts/config';
import { createStore, type Readable } from '../state/store';

/** After so many milliseconds the page goes on with the defaults; values that come later still count. */
export const CONFIG_TIMEOUT_MS = 2000;

export interface Settings extends Readable<RuntimeConfig> {
  /** Settled when the values are known, or when they are not waited for any longer; null when they are known at once. Never rejects. */
  ready: Promise<void> | null;
}

/** The values that came inside the page; undefined when it brings none or what it brings is no JSON. */
export function configOfPage(page: Document = document): unknown {
  try {
    return JSON.parse(page.getElementById('config')?.textContent || 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export const askForConfig = () => fetch('/config.json', { headers: { Accept: 'application/json' } });

/** A missing file is no fault: an installation without wishes has none. */
async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status === 404) return {};
  if (!answer.ok) throw new Error(`The server answered with status ${answer.status}.`);
  return answer.json();
}

export interface SettingsOptions {
  /** What the page brought, if it brought something. */
  inPage?: unknown;
  /** Asks for `/config.json`; the defaults without it. */
  ask?(): Promise<Response>;
  /** Called with a sentence for each wrong value. */
  complain(sentence: string): void;
}

export function createSettings({ inPage, ask, complain }: SettingsOptions): Settings {
  const state = createStore<RuntimeConfig>(DEFAULT_CONFIG);

  function accept(source: unknown): void {
    const { config, complaints } = readRuntimeConfig(source);
    complaints.forEach(complain);
    state.set(config);
  }

  async function askServer(question: () => Promise<Response>): Promise<void> {
    try {
      accept(await readAnswer(await question()));
    } catch (error) {
      complain(`config.json cannot be read (${String(error)}). The defaults are used.`);
    }
  }

  let ready: Promise<void> | null = null;
  if (inPage !== undefined) accept(inPage);
  else if (ask) {
    ready = Promise.race([
      askServer(ask),
      new Promise<void>((resolve) => void setTimeout(resolve, CONFIG_TIMEOUT_MS)),
    ]);
  }
  return { get: state.get, subscribe: state.subscribe, ready };
}
