/** A button that opens a menu of actions. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { FloatingTrigger } from './FloatingTrigger';
import styles from './floating.module.css';
import type { Placement } from './placePanel';
import { useFloating } from './useFloating';

export interface DropdownItem {
  key: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  /** A line below the label, e.g. the reason why it is disabled. */
  hint?: string;
  onSelect(): void;
}

interface DropdownProps {
  /** Accessible name of the menu and its button. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  placement?: Placement;
  items: DropdownItem[];
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
  if (entries.length === 0) return;
  entries[step(entries.indexOf(document.activeElement as HTMLElement), entries.length)]?.focus();
}

/** Arrow keys move, Enter selects, Escape closes; focus returns to the button. */
export function Dropdown({
  label,
  trigger,
  triggerClassName,
  placement = 'bottom-end',
  items,
}: DropdownProps) {
  const { open, setOpen, close, button, panel, panelId } = useFloating({ placement });
  return (
    <>
      <FloatingTrigger
        ref={button}
        label={label}
        className={triggerClassName}
        opens="menu"
        {...{ open, setOpen, panelId }}
      >
        {trigger}
      </FloatingTrigger>
      {open && (
        <div
          ref={panel}
          id={panelId}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className={styles.menu}
          onKeyDown={moveFocus}
        >
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              className={styles.item}
              data-danger={item.danger || undefined}
              disabled={item.disabled}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.icon && <Icon name={item.icon} size={18} />}
              {item.hint ? (
                <span className={styles.hinted}>
                  {item.label}
                  <span className={styles.hint}>{item.hint}</span>
                </span>
              ) : (
                item.label
              )}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
