/**
 * Keeps pages working while other code changes their DOM: a browser's translator, an extension, a password manager.
 *
 * React assumes that only React changes its nodes. A translator replaces texts by elements: React then throws (`removeChild`,
 * `insertBefore`), or updates a text that is no longer in the page (facebook/react#11538). This module reverts foreign changes around a
 * text right before React changes that text or its siblings. The translator then translates the new text.
 */

/** Children of a node and values of its texts, as React left them. */
interface Snapshot {
  children: readonly Node[];
  texts: Map<Node, string | null>;
  /** False when React may have made the change: then only a change of a removed text proves that it was foreign. */
  isForeign: boolean;
}

type TextProperty = 'nodeValue' | 'textContent';

/** Whether a DOM call failed because other code had changed the page, which is no defect of the dashboard. */
export const isForeignDomError = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError');

/** Reconstructs a node's children before a mutation from the children after it. */
function childrenBefore(after: readonly Node[], record: MutationRecord): Node[] {
  const added = new Set(record.addedNodes);
  const before = after.filter((node) => !added.has(node));
  const at = record.previousSibling ? before.indexOf(record.previousSibling) + 1 : 0;
  before.splice(at, 0, ...record.removedNodes);
  return before;
}

/** Whether a change removed a text or replaced a node. Pure additions stay, e.g. a password manager's button. */
const isReplacement = ({ removedNodes, addedNodes }: MutationRecord) =>
  removedNodes.length > 0 &&
  (addedNodes.length > 0 || [...removedNodes].some((node) => node instanceof Text));

/** Installs the protection in a document; call once, before React renders. Returns the undo. */
export function installForeignDom(page: Document = document): () => void {
  const { removeChild, insertBefore, appendChild, replaceChild } = Node.prototype;
  const properties = Object.getOwnPropertyDescriptors(Node.prototype);
  /** By parent. */
  const snapshots = new WeakMap<Node, Snapshot>();
  /** Parent and next sibling of a node at its removal. */
  const places = new WeakMap<Node, { parent: Node; next: Node | null }>();
  /**
   * Replacements of texts made with the methods that React uses too. Read only when React changes a removed text, which proves that the
   * replacement was foreign.
   */
  const standIns = new WeakMap<Text, Node>();
  /** Last change made with those methods. */
  let last: { inserted: Node; before: Node | null } | { removed: Text } | null = null;

  /** Records foreign changes. */
  function recordForeignChanges(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    const children = new Map<Node, Node[]>();
    const foreign = new Map<Node, Map<Node, string | null>>();
    for (const record of [...records].reverse()) {
      const { target, type, nextSibling } = record;
      const parent = type === 'childList' ? target : (target.parentNode ?? places.get(target)?.parent);
      if (!parent) continue;
      const after = children.get(parent) ?? [...parent.childNodes];
      children.set(parent, type === 'childList' ? childrenBefore(after, record) : after);
      for (const node of record.removedNodes) places.set(node, { parent, next: nextSibling });
      if (type === 'childList' && !isReplacement(record)) continue;
      const texts = foreign.get(parent) ?? new Map<Node, string | null>();
      if (type === 'characterData') texts.set(target, record.oldValue);
      foreign.set(parent, texts);
    }
    for (const [parent, texts] of foreign) {
      const known = snapshots.get(parent);
      if (known?.isForeign)
        texts.forEach((value, text) => known.texts.has(text) || known.texts.set(text, value));
      else snapshots.set(parent, { children: children.get(parent) ?? [], texts, isForeign: true });
    }
  }

  const observer = new MutationObserver(recordForeignChanges);

  /** Runs a change of React's without recording it as foreign. */
  function withoutRecording<Result>(change: () => Result): Result {
    const result = change();
    observer.takeRecords();
    return result;
  }

  /** Restores a node's children as React left them. `changed` is the descendant that React is about to change. */
  function restore(parent: Node | null | undefined, changed: Node | null): void {
    const left = parent && snapshots.get(parent);
    if (!left) return;
    const isGone = (node: Node) => node.parentNode !== parent && node.contains(changed);
    if (!left.isForeign && !left.children.some(isGone)) return;
    snapshots.delete(parent);
    withoutRecording(() => {
      const children = new Set(left.children);
      for (const [text, value] of left.texts)
        if (children.has(text)) properties.nodeValue.set?.call(text, value);
      for (const node of [...parent.childNodes]) if (!children.has(node)) removeChild.call(parent, node);
      let next: Node | null = null;
      for (const node of [...left.children].reverse()) {
        if (node.parentNode !== parent || node.nextSibling !== next) insertBefore.call(parent, node, next);
        next = node;
      }
    });
  }

  /** Runs before React changes or removes a text, or inserts something before it. */
  function restoreNode(node: Node): void {
    restore(node.parentNode, node);
    restore(places.get(node)?.parent, node);
    if (!node.isConnected) restore(places.get(node.getRootNode())?.parent, node);
    const standIn = node instanceof Text && !node.parentNode && standIns.get(node);
    const parent = standIn && standIn.parentNode;
    if (parent) withoutRecording(() => replaceChild.call(parent, node, standIn));
  }

  /** Runs before React changes the children of a node. */
  function restoreChildren(parent: Node, child: Node | null): void {
    recordForeignChanges(observer.takeRecords());
    restore(parent, child);
    if (!parent.isConnected) restore(places.get(parent.getRootNode())?.parent, parent);
    if (child && child.parentNode !== parent) restoreNode(child);
    if (snapshots.get(parent)?.isForeign === false) snapshots.delete(parent);
  }

  /** Child of `parent` at or after the position of a node that other code may have moved or removed; null for the end. */
  function childAt(parent: Node, sought: Node | null): Node | null {
    const seen = new Set<Node>();
    for (let node = sought; node && !seen.has(node); node = places.get(node)?.next ?? null) {
      seen.add(node);
      let ancestor: Node | null = node;
      while (ancestor && ancestor.parentNode !== parent) ancestor = ancestor.parentNode;
      if (ancestor) return ancestor;
    }
    return null;
  }

  function insert<Child extends Node>(parent: Node, child: Child, before: Node | null): Child {
    restoreChildren(parent, before);
    const next = childAt(parent, before);
    const removed = last && 'removed' in last ? last.removed : null;
    const gap = removed && places.get(removed);
    const isCounterpart = gap?.parent === parent && gap.next === next;
    if (removed && isCounterpart) standIns.set(removed, child);
    last = isCounterpart ? null : { inserted: child, before: next };
    return withoutRecording(() => insertBefore.call(parent, child, next) as Child);
  }

  Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    return insert(this, child, before);
  };

  Node.prototype.appendChild = function <Child extends Node>(child: Child): Child {
    return insert(this, child, null);
  };

  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    restoreChildren(this, child);
    const { parentNode, nextSibling } = child;
    // Other code has removed or moved it. React wants it gone, so remove it from wherever it is.
    if (!parentNode) return child;
    places.set(child, { parent: parentNode, next: nextSibling });
    const inserted = last && 'inserted' in last && last.before === child ? last.inserted : null;
    const text = child instanceof Text ? child : null;
    if (text && inserted) standIns.set(text, inserted);
    last = text && !inserted ? { removed: text } : null;
    return withoutRecording(() => removeChild.call(parentNode, child) as Child);
  };

  function replaceSetter(name: TextProperty, set: (node: Node, native: () => void) => void): void {
    const property = properties[name];
    Object.defineProperty(Node.prototype, name, {
      ...property,
      set(this: Node, value: string | null) {
        set(this, () => property.set?.call(this, value));
      },
    });
  }

  replaceSetter('nodeValue', (node, native) => {
    recordForeignChanges(observer.takeRecords());
    restoreNode(node);
    withoutRecording(native);
  });

  replaceSetter('textContent', (node, native) => {
    if (!(node instanceof Element) || !node.firstChild) return native();
    recordForeignChanges(observer.takeRecords());
    const { children = [...node.childNodes], texts = new Map() } = snapshots.get(node) ?? {};
    withoutRecording(native);
    for (const child of children) places.set(child, { parent: node, next: null });
    snapshots.set(node, { children, texts, isForeign: false });
  });

  observer.observe(page.body, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
  });
  return () => {
    observer.disconnect();
    Object.defineProperties(Node.prototype, properties);
    Object.assign(Node.prototype, { removeChild, insertBefore, appendChild });
  };
}
