/** Page for an unknown address. */
import { Link } from '@hindsight/shared-contracts/router';
import { usePageHeader } from '@hindsight/shared-contracts/shell';
import { Icon } from '@hindsight/shared-ui/core';
import styles from './NotFound.module.css';

/** Sets its own title, so that heading and tab do not show the title of another page. */
export function NotFound() {
  usePageHeader({ title: 'Page Not Found', description: 'There is no page at this address' });
  return (
    <div className={styles.page}>
      <Icon name="search" size={32} />
      <p>The link may be outdated or mistyped.</p>
      <Link to="/dashboard">Go to the dashboard</Link>
    </div>
  );
}
