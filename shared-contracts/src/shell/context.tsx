/** How a remote reaches the shell: one context, one hook, the slot component and the page-header hook. */
import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import type { Capability } from '../api/session';
import type { PageHeader, Shell, SlotName, SlotOptions, SlotProps } from './shell';

/** For class components, and for what hands the shell on to a root of its own; everything else calls `useShell`. Null outside of a page. */
export const ShellContext = createContext<Shell | null>(null);

/** Provides the shell to everything below. The host mounts it once; tests and standalone runs mount a fake one. */
export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <ShellContext.Provider value={shell}>{children}</ShellContext.Provider>;
}

/**
 * The shell of the page.
 * @throws Error outside of a ShellProvider: a remote was rendered without its host.
 */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell)
    throw new Error('useShell() needs a ShellProvider: render this part inside the host or the fake shell.');
  return shell;
}

/** For remotes that were built before routes named `capabilities`: whether the service names one. Always false for a guest. */
export function useCapability(capability: Capability): boolean {
  return useShell().session.user?.capabilities.includes(capability) ?? false;
}

/** A slot that a remote fills. An unfilled slot shows the reason, never a crash. */
export function Slot<N extends SlotName>({
  name,
  props,
  ...options
}: { name: N; props: SlotProps[N] } & SlotOptions) {
  return useShell().renderSlot(name, props, options);
}

/** Sets title, description and actions of the page header for as long as the caller is mounted. */
export function usePageHeader(header: PageHeader): void {
  const { setPageHeader } = useShell();
  const { title, description, actions } = header;
  useLayoutEffect(
    () => setPageHeader({ title, description, actions }),
    [setPageHeader, title, description, actions],
  );
}

/**
 * Asks before anything leaves the page while there are unsaved changes.
 * @param dirty whether there are.
 * @param what what would be lost, e.g. `your changes to this memory block`.
 * @param discard called when the person lets them go: `reset` of the form's `useDraft`.
 */
export function useUnsavedChanges(dirty: boolean, what: string, discard?: () => void): void {
  const { holdDraft } = useShell();
  const onDiscard = useEffectEvent(() => discard?.());
  useEffect(() => (dirty ? holdDraft(what, () => onDiscard()) : undefined), [dirty, holdDraft, what]);
}
