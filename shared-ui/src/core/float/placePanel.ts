/** Positions a floating panel next to the button that opened it. */

export type Placement = 'bottom-start' | 'bottom-end' | 'right-start';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 4;
const EDGE = 8;

/** Keeps the panel inside the window (px): below the button, or above it if it fits only there. */
export function placePanel(
  button: Box,
  panel: Size,
  view: Size,
  placement: Placement,
): { left: number; top: number } {
  const below = button.bottom + GAP;
  const above = button.top - GAP - panel.height;
  const fitsBelow = below + panel.height <= view.height - EDGE;
  const wantedTop = placement === 'right-start' ? button.top : !fitsBelow && above >= EDGE ? above : below;
  const wantedLeft =
    placement === 'bottom-end'
      ? button.right - panel.width
      : placement === 'right-start'
        ? button.right + GAP
        : button.left;
  return {
    left: Math.max(EDGE, Math.min(wantedLeft, view.width - panel.width - EDGE)),
    top: Math.max(EDGE, Math.min(wantedTop, view.height - panel.height - EDGE)),
  };
}
