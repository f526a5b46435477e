/**
 * The rules for a remote's style sheets. They must affect only its own elements: each selector needs a class, which CSS modules make local,
 * and all rules are in a layer below the host's own style sheets.
 */
import { parse, type Rule } from 'postcss';
import selectorParser, { type Node, type Selector } from 'postcss-selector-parser';

/** The layer of remotes and components; `shared-ui/src/theme/tokens.css` defines the order of layers. */
export const PARTS_LAYER = 'parts';

/** Pseudo-classes whose arguments match the same element. */
const SAME_ELEMENT = new Set([':is', ':where', ':local', ':matches']);
/**
 * At-rules that only affect when or in what order rules apply, or define names that a CSS module makes local. All others affect the whole
 * page.
 */
const OWN_AT_RULES =
  /^(?:media|supports|container|layer|scope|starting-style|(?:-\w+-)?keyframes|font-face|charset)$/i;
/** Combinators that stay inside the element before them. */
const INWARD = new Set(['', '>']);

/** Whether a part of a selector requires a class of the remote on the element itself. A top-level `&` matches the page. */
function isLocal(node: Node, isNested: boolean): boolean {
  if (node.type === 'class') return true;
  if (node.type === 'nesting') return isNested;
  if (node.type !== 'pseudo' || !SAME_ELEMENT.has(node.value)) return false;
  return node.nodes.length > 0 && node.nodes.every((one) => one.some((part) => isLocal(part, isNested)));
}

/** The compound selectors, each with the combinator before it. */
function splitCompounds({ nodes }: Selector): { step: string; parts: Node[] }[] {
  const compounds: { step: string; parts: Node[] }[] = [{ step: '', parts: [] }];
  for (const node of nodes)
    if (node.type === 'combinator') compounds.push({ step: node.value.trim(), parts: [] });
    else compounds.at(-1)?.parts.push(node);
  return compounds;
}

/** Whether a selector only matches elements with a class of the remote, or their descendants. */
function staysWithin(selector: Selector, isNested: boolean): boolean {
  // `:global .frame` disables local class names in the rest of the selector.
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

/** The last compound of a selector: the styled element. */
function findSubject(selector: Selector): readonly Node[] {
  const last = selector.nodes.findLastIndex(({ type }) => type === 'combinator');
  return selector.nodes.slice(last + 1);
}

const isStep = ({ parent }: Rule) =>
  parent?.type === 'atrule' && /keyframes$/i.test((parent as { name?: string }).name ?? '');

/** A nested rule styles descendants of an element that has already been checked. */
const isNested = (rule: Rule) => {
  for (let parent: unknown = rule.parent; parent; parent = (parent as Rule).parent)
    if ((parent as Rule).type === 'rule') return true;
  return false;
};

/**
 * @param css of a source file or build.
 * @param file its name, for the messages.
 * @returns one sentence per rule that could style elements outside the remote.
 */
export function styleProblems(css: string, file: string): string[] {
  const problems: string[] = [];
  const root = parse(css, { from: file });
  root.walkAtRules(({ name, params, source }) => {
    // Files imported by a relative path are built and checked like any other.
    const isOwn = name === 'import' ? !params.includes('//') : OWN_AT_RULES.test(name);
    if (!isOwn)
      problems.push(
        `${file}:${source?.start?.line ?? 1}: "@${name} ${params}" affects the whole page. Remove it.`,
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
          `${at}: "${text}" would style elements of the whole page. Start it with a class of this remote, e.g. ".page ${text}".`,
        );
      else if (important && !findSubject(selector).some((part) => isLocal(part, nested)))
        problems.push(
          `${at}: "${text}" uses !important on elements without a class of this remote. Give them one, or leave !important out.`,
        );
    }
  });
  return problems;
}

/** Error message for a remote's style sheet that is not a CSS module; null for CSS modules and for style sheets of packages. */
export const moduleProblem = (file: string): string | null =>
  /\.module\.css$/.test(file) || file.includes('/node_modules/')
    ? null
    : `${file}: a remote may use only CSS modules, so that its classes stay its own. Rename it to ${file.replace(/\.css$/, '.module.css')}.`;
