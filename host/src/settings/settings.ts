/**
 * Configuration of this installation. It is embedded in the page (`<script type="application/json" id="config">`); a server that cannot do
 * that offers `/config.json`, which is fetched in parallel and only briefly awaited.
 */
import { DEFAULT_CONFIG, readRuntimeConfig, type RuntimeConfig } from '@hindsight/shared-contracts/config';
import { createStore, type Readable } from '../state/store';

/** Time in milliseconds after which the page starts with the defaults; values that arrive later still apply. */
export const CONFIG_TIMEOUT_MS = 2000;

export interface Settings extends Readable<RuntimeConfig> {
  /** Resolves when the values are known or the wait has timed out; null when they are known at once. Never rejects. */
  ready: Promise<void> | null;
}

/** Embedded configuration; undefined when there is none, or no valid JSON. */
export function readPageConfig(page: Document = document): unknown {
  try {
    return JSON.parse(page.getElementById('config')?.textContent || 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export const fetchConfig = () => fetch('/config.json', { headers: { Accept: 'application/json' } });

/** A missing file is no error: an installation without custom settings has none. */
async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status === 404) return {};
  if (!answer.ok) throw new Error(`The server answered with status ${answer.status}.`);
  return answer.json();
}

export interface SettingsOptions {
  /** Embedded configuration, if any. */
  inPage?: unknown;
  /** Requests `/config.json`; defaults apply without it. */
  ask?(): Promise<Response>;
  /** Called with a sentence for each invalid value. */
  complain(sentence: string): void;
}

export function createSettings({ inPage, ask, complain }: SettingsOptions): Settings {
  const state = createStore<RuntimeConfig>(DEFAULT_CONFIG);

  function accept(source: unknown): void {
    const { config, complaints } = readRuntimeConfig(source);
    complaints.forEach(complain);
    state.set(config);
  }

  async function loadFromServer(question: () => Promise<Response>): Promise<void> {
    try {
      accept(await readAnswer(await question()));
    } catch (error) {
      complain(`Failed to read config.json (${String(error)}). Using the defaults.`);
    }
  }

  let ready: Promise<void> | null = null;
  if (inPage !== undefined) accept(inPage);
  else if (ask) {
    ready = Promise.race([
      loadFromServer(ask),
      new Promise<void>((resolve) => void setTimeout(resolve, CONFIG_TIMEOUT_MS)),
    ]);
  }
  return { get: state.get, subscribe: state.subscribe, ready };
}
