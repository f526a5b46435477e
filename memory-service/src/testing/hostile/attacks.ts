/** Generates texts from the parts of a pattern itself, the worst case for backtracking. */
import { RegExpParser } from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';

/** Candidate characters of a class, tried after those named in the pattern. */
const SIGNS = [...'aA0_ \n.-"\':/@éя漢かカ가ก\u0301\u200b٣😀'];
/** Suffix that makes most patterns fail after a long run. */
const REJECTED = '\u0001\n\u0001';
const MOST_TEXTS = 40;

type Character = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

const isCharacter = (node: AST.Element): node is Character =>
  ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(node.type);

function namedCharacters(source: string): string[] {
  return [...new Set(source.replace(/\\(?:u\{[^}]*\}|u.{4}|[pP]\{[^}]*\}|.)/gsu, ' '))].filter(
    (sign) => !'()|?*^$\\'.includes(sign),
  );
}

/** Attacks on a pattern: repeated units, and prefixes followed by repetitions. */
export function attacksOn(pattern: RegExp): ((length: number) => string)[] {
  const { source, flags } = pattern;
  const mode = flags.includes('v') ? 'v' : flags.includes('u') ? 'u' : '';
  const tree = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: mode === 'u',
    unicodeSets: mode === 'v',
  });
  const candidates = [...new Set([...namedCharacters(source), ...SIGNS])];
  const samples = new Map<string, string[]>();
  const generateSamples = (node: Character): string[] => {
    const known = samples.get(node.raw);
    if (known) return known;
    const one = new RegExp(`^(?:${node.raw})$`, mode + (flags.includes('s') ? 's' : ''));
    const found = candidates.filter((sign) => one.test(sign)).slice(0, 6);
    samples.set(node.raw, found);
    return found;
  };

  const units = new Set<string>();
  const begun = new Set<string>();
  /** An example match of the alternative; also collects its repeated parts with the text before them. */
  const exampleFor = (alternative: AST.Alternative, before: string): string => {
    let text = '';
    let last = '';
    for (const element of alternative.elements) {
      const next = exampleOfElement(element, before + text);
      if (last + next !== '') units.add(last + next);
      if (next !== '') last = next;
      text += next;
    }
    if (text !== '') units.add(text);
    if (text.length > 1) units.add(text.slice(0, -1));
    return text;
  };
  const exampleOfElement = (element: AST.Element, before: string): string => {
    if (isCharacter(element)) {
      const found = generateSamples(element);
      for (const sign of found) units.add(sign);
      if (found.length > 1) units.add(found.join(''));
      return found[0] ?? '';
    }
    if (element.type === 'Quantifier') {
      const inner = exampleOfElement(element.element, before);
      if (element.max === Infinity && inner !== '') {
        begun.add(`${before}\0${inner}`);
        if (isCharacter(element.element))
          begun.add(`${before}\0${generateSamples(element.element).join('')}`);
      }
      return inner.repeat(Math.max(1, Math.min(element.min, 50)));
    }
    if (element.type === 'Group' || element.type === 'CapturingGroup')
      return element.alternatives.map((one) => exampleFor(one, before))[0] ?? '';
    if (element.type === 'Assertion' && 'alternatives' in element)
      for (const one of element.alternatives) exampleFor(one, before);
    return '';
  };
  for (const alternative of tree.alternatives) exampleFor(alternative, '');

  const fill = (unit: string, length: number) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const repeated = [...units].map((unit) => (length: number) => fill(unit, length) + REJECTED);
  const run = [...begun].flatMap((pair) => {
    const [before = '', inner = ''] = pair.split('\0');
    return [
      (length: number) => before + fill(inner, length) + REJECTED,
      (length: number) => fill(before + inner, length) + REJECTED,
    ];
  });
  return sampleEvenly([...repeated, ...run]);
}

/** Limits the number of texts to an even sample. */
function sampleEvenly<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / MOST_TEXTS);
  return Array.from({ length: Math.min(all.length, MOST_TEXTS) }, (_, n) => all[Math.floor(n * step)]!);
}
