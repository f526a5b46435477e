/**
 * The light door: what the shell and most pages are made of, loaded with the first paint.
 * Of antd only the theme provider and Button stand behind it: what nobody uses would still be shipped, because a door is shared whole (docs/adr/0030-own-small-parts.md).
 */
export { Button } from 'antd';
export * from '../theme/ThemeRoot';
export * from '../theme/themeMode';
export * from './actions/CopyButton';
export * from './actions/copyText';
export * from './actions/IconButton';
export * from './actions/Input';
export * from './content/Avatar';
export * from './content/Badge';
export * from './content/Card';
export * from './content/IdLabel';
export * from './content/ScoreTag';
export * from './content/scoreTone';
export * from './content/StatTile';
export * from './content/Tag';
export * from './float/Dropdown';
export * from './float/Popover';
export * from './icons/Icon';
export * from './states/EmptyState';
export * from './states/ErrorState';
export * from './states/Skeletons';
export * from './text/announce';
export * from './text/excerpt';
export * from './text/RelativeTime';
export * from './text/timeWords';
export * from './text/useNow';
export * from './text/VisuallyHidden';
