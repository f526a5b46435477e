/**
 * Building blocks of the frame and of most pages, loaded with the first paint. Contains no antd (docs/adr/0518-antd-styles.md) and only
 * what the frame or several pages use: an entry point is shared as a whole.
 */
export * from '../theme/ThemeRoot';
export * from '../theme/themeMode';
export * from './actions/Button';
export * from './actions/CopyButton';
export * from './actions/copyText';
export * from './actions/IconButton';
export * from './actions/Input';
export * from './content/Avatar';
export * from './content/Badge';
export * from './content/Card';
export * from './content/IdLabel';
export * from './content/ItemCard';
export * from './content/ScoreTag';
export * from './content/scoreTone';
export * from './content/StatTile';
export * from './content/Tag';
export * from './float/Dropdown';
export * from './float/Popover';
export * from './icons/Icon';
export * from './states/Alert';
export * from './states/DraftNote';
export * from './states/EmptyState';
export * from './states/ErrorState';
export * from './states/lazyDialog';
export * from './states/LoadFailed';
export * from './states/PartBoundary';
export * from './states/Skeletons';
export * from './states/StaleNotice';
export * from './text/announce';
export * from './text/excerpt';
export * from './text/hintOnHover';
export * from './text/RelativeTime';
export * from './text/timeWords';
export * from './text/useNow';
export * from './text/VisuallyHidden';
