/** Page `/support`: a donation link and the way to contact support. */
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, Card, Icon } from '@hindsight/shared-ui/core';
import styles from './SupportPage.module.css';

export function SupportPage() {
  const { donateUrl } = useShell().config;
  return (
    <div className={styles.page}>
      <Card as="section" title="Buy us a coffee">
        <div className={styles.content}>
          <span className={styles.sign}>
            <Icon name="donate" size={28} />
          </span>
          <p>
            Hindsight is made by a small team that wants agents to learn from experience. A coffee keeps the
            servers running and the next release coming.
          </p>
          {donateUrl ? (
            <Button
              type="primary"
              size="large"
              href={donateUrl}
              target="_blank"
              icon={<Icon name="external" size={18} />}
            >
              Donate a coffee
            </Button>
          ) : (
            <p className={styles.soft}>This installation has no donation page. Thank you anyway.</p>
          )}
          <p className={styles.soft}>
            Opens the donation site in a new tab. Payments are made there, not here.
          </p>
        </div>
      </Card>
      <Card as="section" title="Something not working?">
        <div className={styles.content}>
          <p>Write to us. The message includes the versions you use, so you don’t have to look them up.</p>
          <Link className={styles.way} to={{ search: '?about' }}>
            <Icon name="mail" size={18} />
            Contact Support
          </Link>
        </div>
      </Card>
      <Link className={styles.back} to="/dashboard">
        <Icon name="chevron-left" size={18} />
        Back to dashboard
      </Link>
    </div>
  );
}
