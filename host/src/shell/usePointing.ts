/** Tells that a person is about to follow a link: it was pointed at or focused, and shortly after that it still is. */
import { useEffect, useRef } from 'react';

/** Milliseconds. Who only passes over a list of links is sooner at the next one. */
export const STAYS_AFTER = 80;

interface Pointing {
  onPoint(): void;
  /** Also at once when the link is pressed. */
  onStay(): void;
}

/** @returns what the link listens to. A finger on it counts as pressing. */
export function usePointing({ onPoint, onStay }: Pointing) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  function begin(): void {
    end();
    onPoint();
    timer.current = setTimeout(onStay, STAYS_AFTER);
  }
  function press(): void {
    end();
    onStay();
  }
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end, onPointerDown: press };
}
