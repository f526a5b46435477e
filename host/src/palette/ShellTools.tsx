/** Opens the command palette and the shortcut sheet by keyboard; their code is loaded on first use. */
import { LazyBoundary, lazyPage } from '@hindsight/shared-contracts/shell';
import { useCallback, useEffect } from 'react';
import { ErrorBoundary } from '../shell/ErrorBoundary';
import { useHost } from '../shell/hostContext';
import { PART_LOST } from '../shell/slotProblem';
import { useStore } from '../state/store';
import { applySingleKeys, useSingleKeys } from './singleKeys';
import { toolForKey, type Tool } from './tools';

interface ToolProps {
  close(): void;
}

const TOOLS = {
  palette: lazyPage<ToolProps>(() => import('./Palette').then((module) => module.Palette)),
  shortcuts: lazyPage<ToolProps>(() => import('./ShortcutSheet').then((module) => module.ShortcutSheet)),
} satisfies Record<Tool, unknown>;

export function ShellTools() {
  const { tools, toasts } = useHost();
  const open = useStore(tools);
  const close = useCallback(() => tools.set(null), [tools]);
  const [singleKeys] = useSingleKeys();
  useEffect(() => applySingleKeys(singleKeys), [singleKeys]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const tool = toolForKey(event);
      if (!tool) return;
      event.preventDefault();
      tools.set(tools.get() === tool ? null : tool);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [tools]);

  if (!open) return null;
  const Part = TOOLS[open];
  return (
    <ErrorBoundary
      place={{ area: open }}
      resetKey={open}
      fallback={() => <Unavailable close={close} say={toasts.show} />}
    >
      <LazyBoundary fallback={<span data-layer hidden />}>
        <Part close={close} />
      </LazyBoundary>
    </ErrorBoundary>
  );
}

/** Shown when the code failed to load: reports this and allows another attempt. */
function Unavailable({
  close,
  say,
}: Pick<ToolProps, 'close'> & { say(type: 'error', message: string): void }) {
  useEffect(() => {
    say('error', PART_LOST);
    close();
  }, [close, say]);
  return null;
}
