/** The short way: one command that asks the person here and sets the client up by itself. */
import type { Client } from '@hindsight/shared-contracts/clients';
import { Link } from '@hindsight/shared-contracts/router';
import { useServedCommand } from './command';
import styles from './GetStarted.module.css';
import { connectSnippet } from './model/install';
import { SnippetBox } from './SnippetBox';
import { TEXTS } from './texts';

interface ConnectStepProps {
  client: Client;
  serviceUrl: string;
}

/** Absent where the build does not bring the command. */
export function ConnectStep({ client, serviceUrl }: ConnectStepProps) {
  const command = useServedCommand();
  if (!command) return null;
  return (
    <section className={styles.part} aria-labelledby="get-started-connect">
      <h3 id="get-started-connect" className={styles.heading}>
        {TEXTS.oneCommand}
      </h3>
      <p>{TEXTS.whatItDoes(client.name)}</p>
      <SnippetBox snippet={connectSnippet(serviceUrl, command, client)} />
      <p className={styles.soft}>
        {TEXTS.doctor} <Link to="/connect">{TEXTS.codeLink}</Link>
      </p>
    </section>
  );
}
