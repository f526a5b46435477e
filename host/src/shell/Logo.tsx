/** Product logo: an eye that looks back along its own path. */

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--hs-brand)" />
      <g stroke="var(--hs-on-brand)" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M24.2 12.3A9.5 9.5 0 1 0 25.5 17" />
        <path d="m25.5 7.5-1.2 5-5-1.2" />
      </g>
      <circle cx="16" cy="16.5" r="3.2" fill="var(--hs-on-brand)" />
    </svg>
  );
}
