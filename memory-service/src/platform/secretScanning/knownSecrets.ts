/** Finds known secrets even without a name that reveals them. */
import type { Secret } from './scanText';

/** A found secret: its kind, and its text, which must not be stored. */
export interface SecretText {
  kind: string;
  text: string;
}

/** Aho-Corasick automaton: reads a text once, however many secrets overlap or share prefixes. */
interface Automaton {
  /** The state after another character. */
  next: (state: number, code: number) => number | undefined;
  /** The state of the longest suffix read so far that is a prefix of a secret. */
  suffix: number[];
  /** The secret that ends in a state. */
  ending: (SecretText | undefined)[];
  /** The state of the next shorter suffix that is a secret; 0 for none. */
  shorter: number[];
}

const CODES = 0x10000;

/** Adds the secrets character by character, so that shorter prefixes exist before longer ones. */
function build(known: readonly SecretText[]): Automaton {
  const states = new Map<number, number>();
  const next = (state: number, code: number) => states.get(state * CODES + code);
  const automaton: Automaton = { next, suffix: [0], ending: [undefined], shorter: [0] };
  const { suffix, ending, shorter } = automaton;
  const add = (state: number, code: number): number => {
    const end = state === 0 ? 0 : follow(automaton, suffix[state]!, code);
    const added = suffix.push(end) - 1;
    ending.push(undefined);
    shorter.push(ending[end] ? end : shorter[end]!);
    states.set(state * CODES + code, added);
    return added;
  };
  let open = known.map((secret) => ({ secret, state: 0 }));
  for (let at = 0; open.length > 0; at += 1) {
    open = open.filter(({ secret }) => secret.text.length > at);
    for (const one of open) {
      const code = one.secret.text.charCodeAt(at);
      one.state = next(one.state, code) ?? add(one.state, code);
      if (at === one.secret.text.length - 1) ending[one.state] ??= one.secret;
    }
  }
  return automaton;
}

/** The state after reading a character. */
function follow({ next, suffix }: Automaton, from: number, code: number): number {
  let state = from;
  for (;;) {
    const found = next(state, code);
    if (found !== undefined || state === 0) return found ?? 0;
    state = suffix[state]!;
  }
}

const automata = new WeakMap<readonly SecretText[], Automaton>();

/** Whether this position is inside a word. */
const isWithinWord = (text: string, at: number) => /\w\w/.test(text.slice(Math.max(0, at - 1), at + 1));

/** Locates known secrets in a text; of several that end at the same place, the longest one. */
export function findKnownSecrets(text: string, known: readonly SecretText[]): Secret[] {
  if (known.length === 0) return [];
  const automaton = automata.get(known) ?? build(known);
  automata.set(known, automaton);
  const found: Secret[] = [];
  let state = 0;
  for (let end = 1; end <= text.length; end += 1) {
    state = follow(automaton, state, text.charCodeAt(end - 1));
    let match = automaton.ending[state] ? state : automaton.shorter[state]!;
    if (match === 0 || isWithinWord(text, end)) continue;
    for (; match !== 0; match = automaton.shorter[match]!) {
      const { kind, text: secret } = automaton.ending[match]!;
      const start = end - secret.length;
      if (isWithinWord(text, start)) continue;
      found.push({ start, end, kind });
      break;
    }
  }
  return found;
}
