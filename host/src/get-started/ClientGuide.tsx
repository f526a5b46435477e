/** Configuration of one client, and instructions for using the memory. */
import {
  environmentOf,
  SAMPLE_CONVERSATION_ID,
  type Client,
  type Setup,
  type Snippet,
} from '@hindsight/shared-contracts/clients';
import { Tag } from '@hindsight/shared-ui/core';
import { InlineText } from './InlineText';
import { shortenSecret } from './model/server';
import { TEMPLATE, findWorkflow } from './model/workflow';
import { SnippetBox } from './SnippetBox';
import styles from './GetStarted.module.css';
import { TEXTS } from './texts';

/** Displayed text: a secret is masked unless it is revealed. */
function shownText(snippet: Snippet, secret: string | null, reveal: boolean): string {
  return secret && !reveal ? snippet.text.replaceAll(secret, shortenSecret(secret)) : snippet.text;
}

interface ConfigureProps {
  client: Client;
  setup: Omit<Setup, 'conversationId'>;
  reveal: boolean;
}

export function Configure({ client, setup, reveal }: ConfigureProps) {
  const environment = environmentOf({ ...setup, conversationId: SAMPLE_CONVERSATION_ID });
  return (
    <section className={styles.part} aria-labelledby="get-started-configure">
      <h3 id="get-started-configure" className={styles.heading}>
        Configure {client.name}
      </h3>
      <p>{client.summary}</p>
      <ol className={styles.steps}>
        {client.steps.map((step) => (
          <li key={step}>
            <InlineText text={step} />
          </li>
        ))}
      </ol>
      <p className={styles.soft}>
        <InlineText text={TEXTS.conversation} />
      </p>
      {client.snippets(environment).map((snippet) => (
        <SnippetBox key={snippet.label} snippet={snippet} shown={shownText(snippet, setup.secret, reveal)} />
      ))}
    </section>
  );
}

const WORKFLOW_SOON = 'Workflow guidance coming soon.';

export function Workflow({ client }: { client: Client }) {
  const workflow = findWorkflow(client.id);
  return (
    <section className={styles.part} aria-labelledby="get-started-workflow">
      <h3 id="get-started-workflow" className={styles.heading}>
        Adjust your workflow
      </h3>
      {workflow ? (
        <div className={styles.group}>
          <p className={styles.groupHead}>
            <strong>{workflow.group.name}</strong>
            <Tag>{workflow.file}</Tag>
          </p>
          <p className={styles.soft}>{workflow.group.description}</p>
          {workflow.details.map((detail) => (
            <p key={detail} className={styles.soft}>
              <InlineText text={detail} />
            </p>
          ))}
          {workflow.snippets.map((snippet) => (
            <SnippetBox key={snippet.label} snippet={snippet} />
          ))}
        </div>
      ) : (
        <div className={styles.soon}>
          <p>{WORKFLOW_SOON} Until then, use the shared template.</p>
          <SnippetBox snippet={{ label: 'Shared template', language: 'markdown', text: TEMPLATE }} />
        </div>
      )}
    </section>
  );
}
