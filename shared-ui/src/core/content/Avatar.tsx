/** Initials of a person or an organization in a small circle. */
import styles from './Avatar.module.css';

interface AvatarProps {
  /** Name or email; its initials are shown. */
  name: string;
  size?: 'small' | 'medium';
  shape?: 'round' | 'square';
}

/** Up to two letters of a name: `Maren Holt` gives `MH`, `ada@x.org` gives `A`. */
export function initials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const letters = name.includes('@') ? words.slice(0, 1) : words.slice(0, 2);
  return letters.map((word) => [...word][0]?.toLocaleUpperCase() ?? '').join('') || '?';
}

/** Decorative: show the name beside it. The initials are CSS content, so screen readers skip them. */
export function Avatar({ name, size = 'medium', shape = 'round' }: AvatarProps) {
  return (
    <span
      className={styles.avatar}
      data-initials={initials(name)}
      data-size={size}
      data-shape={shape}
      aria-hidden
    />
  );
}
