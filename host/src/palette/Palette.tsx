/** Command palette: pages, memories, workspaces and actions in one box. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon, Input } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { findPage, listPages } from '../shell/navigation';
import { useRegistry } from '../federation/federation';
import styles from './Palette.module.css';
import { rank } from './rank';
import { useFinds, type Find } from './useFinds';
import { usePaletteEntries, type PaletteEntry } from './usePaletteEntries';

const MEMORIES = '/memory-blocks';

const noResultsText = (words: string) => `No results for “${words}”.`;

type Line = Omit<PaletteEntry, 'group'> & { group: PaletteEntry['group'] | Find['group'] };

/** Matching lines. Results from the service come last, so that no line moves while the user selects one. */
function useLines(query: string): { lines: Line[]; note: string } {
  const navigate = useNavigate();
  const { registry } = useRegistry();
  const found = rank(usePaletteEntries(), query);
  const words = query.trim();
  const hasMemories = findPage(listPages(registry, []), MEMORIES) !== undefined;
  const { finds, problem, isDone } = useFinds(query, hasMemories);
  const isEmpty = found.length === 0 && (hasMemories ? isDone && finds.length === 0 : words !== '');
  const note = problem || (isEmpty ? noResultsText(words) : '');
  if (!words || !hasMemories) return { lines: found, note };
  const search = `?${new URLSearchParams({ search: words }).toString()}`;
  const searchAll: Line = {
    key: 'memories',
    group: 'Memories',
    label: `Search memories for “${words}”`,
    icon: 'search',
    run: () => void navigate(MEMORIES + search),
  };
  return { lines: [...found, searchAll, ...finds], note };
}

interface OptionProps {
  line: Line;
  id: string;
  active: boolean;
  onPoint(): void;
  onChoose(): void;
}

function Option({ line, id, active, onPoint, onChoose }: OptionProps) {
  return (
    // The combobox handles the keyboard and references the active option.
    <li
      id={id}
      role="option"
      aria-selected={active}
      className={styles.option}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon name={line.icon} size={18} />
      <span className={styles.label}>{line.label}</span>
      {line.detail && <span className={styles.detail}>{line.detail}</span>}
    </li>
  );
}

export function Palette({ close }: { close(): void }) {
  const [{ query, wanted }, setTyped] = useState({ query: '', wanted: 0 });
  const { lines, note } = useLines(query);
  const groups = [...new Set(lines.map(({ group }) => group))];
  const ordered = groups.flatMap((group) => lines.filter((line) => line.group === group));
  const count = ordered.length;
  const active = count === 0 ? -1 : ((wanted % count) + count) % count;
  const isPersonKnown = useShell().session.status !== 'loading';
  const [isWaiting, setWaiting] = useState(false);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const composing = useRef(false);

  function choose(line: Line | undefined): void {
    // While the session loads, the user's pages are missing from the lines, so Enter would run a wrong one.
    setWaiting(!isPersonKnown);
    if (!line || !isPersonKnown) return;
    // Close first: the dialog restores the focus in a microtask, and only then may a page move it to its heading.
    flushSync(close);
    queueMicrotask(line.run);
  }
  const chooseNow = useEffectEvent(() => choose(ordered[active]));
  useEffect(() => {
    if (isWaiting && isPersonKnown) queueMicrotask(chooseNow);
  }, [isWaiting, isPersonKnown]);

  function onKeyDown(event: KeyboardEvent): void {
    if (composing.current || event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setTyped({ query, wanted: active + step });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(ordered[active]);
    }
  }

  return (
    <Modal title="Command palette" onClose={close}>
      <Input
        role="combobox"
        aria-label="Go to a page, search, or run a command"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Go to a page, search, or run a command…"
        data-autofocus
        value={query}
        prefix={<Icon name="search" size={18} />}
        onChange={(event) => {
          setTyped({ query: event.target.value, wanted: 0 });
          setWaiting(false);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map((group) => (
          <li key={group} role="presentation">
            <div role="presentation" className={styles.group}>
              {group}
            </div>
            <ul role="group" aria-label={group} className={styles.lines}>
              {ordered.map((line, index) =>
                line.group === group ? (
                  <Option
                    key={line.key}
                    line={line}
                    id={optionId(index)}
                    active={index === active}
                    onPoint={() => setTyped({ query, wanted: index })}
                    onChoose={() => choose(line)}
                  />
                ) : null,
              )}
            </ul>
          </li>
        ))}
      </ul>
      {/* Rendered from the start: some screen readers do not announce a status region inserted together with its text. */}
      <p role="status">{note}</p>
    </Modal>
  );
}
