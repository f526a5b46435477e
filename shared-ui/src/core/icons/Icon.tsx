/** An icon of the product's set. */
import { shapes, type IconName } from './shapes';

export type { IconName };

interface IconProps {
  name: IconName;
  /** Size in pixels; 20 in the frame and buttons, 16 next to small text. */
  size?: number;
  /** Accessible name; without it the icon is decorative and needs adjacent text. */
  label?: string;
}

/** Draws an icon in the current text color. */
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

/** Whether a name (e.g. from a remote's descriptor) belongs to the set. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(shapes, name);
}
