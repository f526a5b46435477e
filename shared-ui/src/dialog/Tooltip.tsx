/** A short hint for a control. */
import AntdTooltip from 'antd/es/tooltip';
import type { ReactElement } from 'react';
import { AntdScope } from '../antd/AntdScope';

interface TooltipProps {
  /** An empty text shows no tooltip. */
  text: string;
  /** One focusable element. A disabled button with a reason needs `aria-disabled`, not `disabled`. */
  children: ReactElement;
}

/** Appears on hover and focus, disappears on Escape, and describes the control to screen readers. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <AntdScope>
      <AntdTooltip title={text} trigger={['hover', 'focus']} mouseEnterDelay={0.3}>
        {children}
      </AntdTooltip>
    </AntdScope>
  );
}
