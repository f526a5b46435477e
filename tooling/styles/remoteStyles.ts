/**
 * The rules for the style sheets of a remote. They apply to its own elements alone: each selector needs a class, which a CSS module makes
 * local, and what they say lies in a layer below the host's own sheets.
 */
import { parse, type Rule } from 'postcss';
import selectorParser, { type Node, type Selector } from 'postcss-selector-parser';

/** Of the layers that `shared-ui/src/theme/tokens.css` orders, the one of remotes and components. */
export const PARTS_LAYER = 'parts';

/** Pseudo-classes that match an element for what is written between their brackets. */
const SAME_ELEMENT = new Set([':is', ':where', ':local', ':matches']);
/** At-rules that only say when or in which order rules apply, or name what a CSS module makes local. The others speak of the whole page. */
const OWN_AT_RULES =
  /^(?:media|supports|container|layer|scope|starting-style|(?:-\w+-)?keyframes|font-face|charset)$/i;
/** Steps that stay within the element before them. */
const INWARD = new Set(['', '>']);

/** Whether a part of a selector says that the element itself has a class of the remote. `&` outside of a rule is the page. */
function isLocal(node: Node, isNested: boolean): boolean {
  if (node.type === 'class') return true;
  if (node.type === 'nesting') return isNested;
  if (node.type !== 'pseudo' || !SAME_ELEMENT.has(node.value)) return false;
  return node.nodes.length > 0 && node.nodes.every((one) => one.some((part) => isLocal(part, isNested)));
}

/** The compounds of a selector, each with the combinator before it. */
function splitCompounds({ nodes }: Selector): { step: string; parts: Node[] }[] {
  const compounds: { step: string; parts: Node[] }[] = [{ step: '', parts: [] }];
  for (const node of nodes)
    if (node.type === 'combinator') compounds.push({ step: node.value.trim(), parts: [] });
    else compounds.at(-1)?.parts.push(node);
  return compounds;
}

/** Whether a selector styles elements with a class of the remote, or what is inside of them. */
function staysWithin(selector: Selector, isNested: boolean): boolean {
  // `:global .frame` turns off what makes the classes behind it local.
  if (selector.some((node) => node.type === 'pseudo' && node.value === ':global' && node.nodes.length === 0))
    return false;
  const compounds = splitCompounds(selector);
  const isImplied = isNested && !selector.some(({ type }) => type === 'nesting');
  if (isImplied && compounds[0]?.parts.length !== 0) return true;
  return compounds.some(({ parts }, at) => {
    const next = compounds[at + 1];
    const isOwn = (isImplied && at === 0) || parts.some((part) => isLocal(part, isNested));
    return isOwn && (next === undefined || INWARD.has(next.step));
  });
}

/** The last compound of a selector: the element that is styled. */
function findSubject(selector: Selector): readonly Node[] {
  const last = selector.nodes.findLastIndex(({ type }) => type === 'combinator');
  return selector.nodes.slice(last + 1);
}

const isStep = ({ parent }: Rule) =>
  parent?.type === 'atrule' && /keyframes$/i.test((parent as { name?: string }).name ?? '');

/** A rule inside of another one styles what is below an element that has passed already. */
const isNested = (rule: Rule) => {
  for (let parent: unknown = rule.parent; parent; parent = (parent as Rule).parent)
    if ((parent as Rule).type === 'rule') return true;
  return false;
};

/**
 * @param css of a source or of a build.
 * @param file its name, for the sentences.
 * @returns a sentence for each rule that could style what is not the remote's.
 */
export function styleProblems(css: string, file: string): string[] {
  const problems: string[] = [];
  const root = parse(css, { from: file });
  root.walkAtRules(({ name, params, source }) => {
    // The files of an import by a relative address are built, and checked, like any other.
    const isOwn = name === 'import' ? !params.includes('//') : OWN_AT_RULES.test(name);
    if (!isOwn)
      problems.push(
        `${file}:${source?.start?.line ?? 1}: "@${name} ${params}" speaks of the whole page. Leave it out.`,
      );
  });
  root.walkRules((rule) => {
    if (isStep(rule)) return;
    const nested = isNested(rule);
    const at = `${file}:${rule.source?.start?.line ?? 1}`;
    const important = rule.nodes.some((node) => node.type === 'decl' && node.important);
    for (const selector of selectorParser().astSync(rule).nodes) {
      const text = String(selector).trim();
      if (!staysWithin(selector, nested))
        problems.push(
          `${at}: "${text}" would style elements of the whole page. Begin it with a class of this remote, e.g. ".page ${text}".`,
        );
      else if (important && !findSubject(selector).some((part) => isLocal(part, nested)))
        problems.push(
          `${at}: "${text}" says !important about elements without a class of this remote. Give them one, or leave !important out.`,
        );
    }
  });
  return problems;
}

/** A sentence about a sheet of the remote that is no CSS module; null for a module, and for a sheet of a package. */
export const moduleProblem = (file: string): string | null =>
  /\.module\.css$/.test(file) || file.includes('/node_modules/')
    ? null
    : `${file}: a remote has CSS modules only, so that its classes are its own. Name it ${file.replace(/\.css$/, '.module.css')}.`;
