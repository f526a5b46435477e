/** A few words about a control. */
import AntdTooltip from 'antd/es/tooltip';
import type { ReactElement } from 'react';
import { AntdScope } from '../antd/AntdScope';

interface TooltipProps {
  /** An empty text shows nothing. */
  text: string;
  /** One element that takes the focus. A disabled button with a reason takes `aria-disabled`, not `disabled`. */
  children: ReactElement;
}

/** Appears on hover and on focus, goes on Escape, and describes the control to a screen reader. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <AntdScope>
      <AntdTooltip title={text} trigger={['hover', 'focus']} mouseEnterDelay={0.3}>
        {children}
      </AntdTooltip>
    </AntdScope>
  );
}
