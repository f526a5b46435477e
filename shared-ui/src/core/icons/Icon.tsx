/** One icon of the product's set. */
import { shapes, type IconName } from './shapes';

export type { IconName };

interface IconProps {
  name: IconName;
  /** Pixels; 20 in the frame and buttons, 16 beside small text. */
  size?: number;
  /** Name for screen readers; without it the icon is decoration and needs a word beside it. */
  label?: string;
}

/** Draws an icon in the color of the text around it. */
export function Icon({ name, size = 20, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {shapes[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** Whether a name (e.g. from a remote's descriptor) is one of the set. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(shapes, name);
}
