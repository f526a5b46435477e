/** What the client itself offers to add the server by its address. The client signs in by itself, so nothing else is to be prepared. */
import type { Client } from '@hindsight/shared-contracts/clients';
import styles from './GetStarted.module.css';
import { InlineText } from './InlineText';
import { SnippetBox } from './SnippetBox';
import { TEXTS } from './texts';

interface OwnStepProps {
  client: Client;
  serviceUrl: string;
}

/** Absent where the client cannot sign in by itself. */
export function OwnStep({ client: { name, own, signIn, needs }, serviceUrl }: OwnStepProps) {
  if (!own) return null;
  return (
    <section className={styles.part} aria-labelledby="get-started-own">
      <h3 id="get-started-own" className={styles.heading}>
        {TEXTS.own(name)}
      </h3>
      <SnippetBox snippet={own(`${serviceUrl}/mcp`)} />
      {[signIn, needs].map(
        (text) =>
          text && (
            <p key={text} className={styles.soft}>
              <InlineText text={text} />
            </p>
          ),
      )}
    </section>
  );
}
