/** Where the command comes from that every client starts: this dashboard's own copy. */
import { useServedCommand } from './command';
import styles from './GetStarted.module.css';
import { installSnippet } from './model/install';
import { SnippetBox } from './SnippetBox';

/** Absent where the build does not bring the command. */
export function InstallStep({ serviceUrl }: { serviceUrl: string }) {
  const command = useServedCommand();
  if (!command) return null;
  return (
    <section className={styles.part} aria-labelledby="get-started-install">
      <h3 id="get-started-install" className={styles.heading}>
        Install the command
      </h3>
      <p>
        Every client below starts <code translate="no">{command.name}</code>. This dashboard serves it
        (version {command.version}); Node 20 or later runs it. A client that speaks Streamable HTTP can use{' '}
        <code translate="no">{serviceUrl}/mcp</code> with the token as bearer instead.
      </p>
      <SnippetBox snippet={installSnippet(serviceUrl, command)} />
    </section>
  );
}
