/** Several views of one subject, one at a time. */
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface TabItem<Key extends string = string> {
  key: Key;
  label: string;
  /** A count or small icon after the label; read aloud with it. */
  badge?: ReactNode;
  content: ReactNode;
}

interface TabsProps<Key extends string> {
  /** Accessible name of the tab list; not visible. */
  label: string;
  items: readonly TabItem<Key>[];
  active: Key;
  onChange(key: Key): void;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys, Home and End switch tabs; only the active view is mounted. */
export function Tabs<Key extends string>({ label, items, active, onChange }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    items.findIndex((item) => item.key === active),
  );
  const shown = items[index];

  function onKeyDown(event: KeyboardEvent) {
    const next = STEPS[event.key]?.(index, items.length);
    const item = next === undefined ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[items.indexOf(item)]?.focus();
    onChange(item.key);
  }

  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            className={styles.tab}
            aria-selected={item === shown}
            aria-controls={item === shown ? `${id}-panel` : undefined}
            tabIndex={item === shown ? 0 : -1}
            onClick={() => onChange(item.key)}
          >
            {item.label}
            {item.badge !== undefined && item.badge !== null && (
              <span className={styles.badge}>{item.badge}</span>
            )}
          </button>
        ))}
      </div>
      {shown && (
        <div key={shown.key} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown.key}`}>
          {shown.content}
        </div>
      )}
    </div>
  );
}
