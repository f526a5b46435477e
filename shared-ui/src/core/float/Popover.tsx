/** A button that opens a small panel with any content. */
import type { ReactNode } from 'react';
import { FloatingTrigger } from './FloatingTrigger';
import styles from './floating.module.css';
import type { Placement } from './placePanel';
import { useFloating } from './useFloating';

interface PopoverProps {
  /** Accessible name of the panel, e.g. `Notifications`; also of the button without a `triggerLabel`. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  triggerLabel?: string;
  triggerClassName?: string;
  placement?: Placement;
  /** Width of the panel in pixels; defaults to its content's. Never wider than the window. */
  width?: number;
  onOpenChange?: (open: boolean) => void;
  /** Content of the panel; a function receives a close callback. */
  children: ReactNode | ((close: (giveFocusBack?: boolean) => void) => ReactNode);
}

/**
 * Opens on click; closes on Escape (returning focus to the button), on a click outside and when focus leaves. Focus moves to
 * `[data-autofocus]` inside, or else to the first control.
 */
export function Popover(props: PopoverProps) {
  const {
    label,
    trigger,
    triggerLabel,
    triggerClassName,
    placement = 'bottom-start',
    width,
    children,
  } = props;
  const { open, setOpen, close, button, panel, panelId } = useFloating({
    placement,
    onOpenChange: props.onOpenChange,
  });
  return (
    <>
      <FloatingTrigger
        ref={button}
        label={triggerLabel}
        className={triggerClassName}
        opens="dialog"
        {...{ open, setOpen, panelId }}
      >
        {trigger}
      </FloatingTrigger>
      {open && (
        <div
          ref={panel}
          id={panelId}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={styles.panel}
          style={width ? { width } : undefined}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </>
  );
}
