/** Access to the shell for remotes: context, hooks and the slot component. */
import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import type { Capability } from '../api/session';
import type { PageHeader, Shell, SlotName, SlotOptions, SlotProps } from './shell';

/** For class components and separate React roots; everything else calls `useShell`. Null outside a page. */
export const ShellContext = createContext<Shell | null>(null);

/** Provides the shell to its children. The host mounts it once; tests and standalone runs mount a fake shell. */
export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <ShellContext.Provider value={shell}>{children}</ShellContext.Provider>;
}

/**
 * The page's shell.
 * @throws Error outside a ShellProvider: a remote was rendered without its host.
 */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell)
    throw new Error('useShell() needs a ShellProvider: render this part inside the host or the fake shell.');
  return shell;
}

/** Whether the service has a capability; for remotes built before routes declared `capabilities`. Always false for guests. */
export function useCapability(capability: Capability): boolean {
  return useShell().session.user?.capabilities.includes(capability) ?? false;
}

/** A slot that a remote fills. An unfilled slot shows the reason and never crashes. */
export function Slot<N extends SlotName>({
  name,
  props,
  ...options
}: { name: N; props: SlotProps[N] } & SlotOptions) {
  return useShell().renderSlot(name, props, options);
}

/** Sets title, description and actions of the page header while the caller is mounted. */
export function usePageHeader(header: PageHeader): void {
  const { setPageHeader } = useShell();
  const { title, description, actions } = header;
  useLayoutEffect(
    () => setPageHeader({ title, description, actions }),
    [setPageHeader, title, description, actions],
  );
}

/**
 * Asks for confirmation before unsaved changes are lost by leaving the page.
 * @param dirty whether there are unsaved changes.
 * @param what noun phrase for the changes, e.g. `your changes to this memory block`.
 * @param discard called when the person discards them: `reset` of the form's `useDraft`.
 */
export function useUnsavedChanges(dirty: boolean, what: string, discard?: () => void): void {
  const { holdDraft } = useShell();
  const onDiscard = useEffectEvent(() => discard?.());
  useEffect(() => (dirty ? holdDraft(what, () => onDiscard()) : undefined), [dirty, holdDraft, what]);
}
