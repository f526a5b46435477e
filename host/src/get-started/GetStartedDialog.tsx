/** Dialog `?get-started`: choose a client, connect it with one command or link, and see its first request; manual setup on demand. */
import { CLIENTS, FIRST_CLIENT } from '@hindsight/shared-contracts/clients';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import { freshToken } from '../account/tokens/freshToken';
import { browserStorage } from '../session/storage';
import { SignInLink } from '../shell/SignInLink';
import { useStore } from '../state/store';
import { AgentStep } from './AgentStep';
import type { PickedAgent } from './agents';
import { ClientGrid } from './ClientGrid';
import { Configure, Workflow } from './ClientGuide';
import { ConnectionCheck, ASK_EVERY } from './ConnectionCheck';
import styles from './GetStarted.module.css';
import { rememberCompletion } from './model/completion';
import { reachesOrganization } from './model/tokenReach';
import { resolveServiceUrl } from './model/server';
import { TEXTS } from './texts';
import { TokenStep } from './TokenStep';
import { useServedCommand } from './command';
import { installSnippet, connectSnippet } from './model/install';
import { SnippetBox } from './SnippetBox';
import type { Client } from '@hindsight/shared-contracts/clients';
import { InlineText } from './InlineText';
import { useQuery } from '@hindsight/shared-contracts/query';
import check from './ConnectionCheck.module.css';

/** Token name of a newly connected program; null while there is none. */
function useNewProgram(): string | null {
  const { api } = useShell();
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const { data } = useQuery({
    queryKey: ['account', 'tokens-in-use'],
    queryFn: async ({ signal }) => {
      const tokens = await api.call('GET /users/me/tokens', { signal, scope: false });
      return tokens.filter(({ status, last_used_at: used }) => status === 'active' && used !== null);
    },
    refetchInterval: ASK_EVERY,
    gcTime: 0,
  });
  if (data && !known) setKnown(new Set(data.map(({ id }) => id)));
  return data?.find(({ id }) => known && !known.has(id))?.name ?? null;
}

/** Waits for the first request of a program that was not connected when the guide opened. */
function LiveStep() {
  const name = useNewProgram();
  return (
    <div className={check.step} data-state={name === null ? 'waiting' : 'done'}>
      <span className={check.sign}>{name === null ? '3' : <Icon name="check" size={16} />}</span>
      <div className={check.words}>
        <p role="status" className={check.label}>
          {name === null ? TEXTS.waiting : TEXTS.connected(name)}
        </p>
        {name === null && <p className={check.text}>{TEXTS.waitingHint}</p>}
      </div>
    </div>
  );
}

interface ConnectStepProps {
  client: Client;
  serviceUrl: string;
}

/** Two ways to connect a client: its own sign-in, if supported, and the connect command, if the build includes it. */
function ConnectStep({ client, serviceUrl }: ConnectStepProps) {
  const command = useServedCommand();
  const { name, own, signIn, needs } = client;
  if (!own && !command) return null;
  return (
    <section className={styles.part} aria-labelledby="get-started-connect">
      <h3 id="get-started-connect" className={styles.heading} data-step="2">
        {TEXTS.connect(name)}
      </h3>
      {own && (
        <>
          <h4 className={styles.way}>{TEXTS.own(name)}</h4>
          <SnippetBox snippet={own(`${serviceUrl}/mcp`)} />
          {[signIn, needs].map(
            (text) =>
              text && (
                <p key={text} className={styles.soft}>
                  <InlineText text={text} />
                </p>
              ),
          )}
        </>
      )}
      {command && (
        <>
          <h4 className={styles.way}>{own ? TEXTS.or : TEXTS.oneCommand}</h4>
          <p className={styles.soft}>{TEXTS.whatItDoes(name)}</p>
          <SnippetBox snippet={connectSnippet(serviceUrl, command, client)} />
          <p className={styles.soft}>
            {TEXTS.doctor} <Link to="/connect">{TEXTS.codeLink}</Link>
          </p>
        </>
      )}
    </section>
  );
}

/** Absent when the build does not include the command. */
function InstallStep({ serviceUrl }: { serviceUrl: string }) {
  const command = useServedCommand();
  if (!command) return null;
  return (
    <section className={styles.part} aria-labelledby="get-started-install">
      <h3 id="get-started-install" className={styles.heading}>
        Install the command
      </h3>
      <p>
        Every client below runs <code translate="no">{command.name}</code>. This dashboard serves it (version{' '}
        {command.version}); it requires Node 20 or later. A client that supports Streamable HTTP can use{' '}
        <code translate="no">{serviceUrl}/mcp</code> with the token as its bearer token instead.
      </p>
      <SnippetBox snippet={installSnippet(serviceUrl, command)} />
    </section>
  );
}

/** Closing it in any way prevents it from opening automatically again. */
export function GetStartedDialog({ close }: OverlayProps) {
  const { session, config } = useShell();
  const [agent, setAgent] = useState<PickedAgent | null>(null);
  const [reveal, setReveal] = useState(false);
  const [chosen, setChosen] = useState(FIRST_CLIENT);
  const fresh = useStore(freshToken);
  const created = fresh && fresh.userId === (session.user?.user_id ?? null) ? fresh : null;
  const client = CLIENTS.find(({ id }) => id === chosen);
  const finish = () => {
    if (session.status === 'signed-in') rememberCompletion(session, browserStorage);
    close();
  };
  const setup = {
    secret: created?.secret ?? null,
    agentId:
      agent && (!created || reachesOrganization(created.token, agent.organizationId)) ? agent.id : null,
    // A token limited to an organization already implies the organization.
    organizationId: created?.token.organizationId ? null : (agent?.organizationId ?? null),
    serviceUrl: resolveServiceUrl(config.apiBase, window.location.origin),
  };

  return (
    <Modal
      title="Get Started"
      description="Let your coding agent read and write memories through the local server hindsight-mcp."
      size="guide"
      onClose={finish}
      footer={
        <>
          <span className={styles.help}>
            Stuck? The <Link to="/support">Support page</Link> helps.
          </span>
          <Button type="primary" onClick={finish}>
            Got it
          </Button>
        </>
      }
    >
      <div className={styles.guide}>
        <section className={styles.part} aria-labelledby="get-started-client">
          <h3 id="get-started-client" className={styles.heading} data-step="1" tabIndex={-1} data-autofocus>
            Choose your client
          </h3>
          <ClientGrid clients={CLIENTS} chosen={chosen} onChoose={setChosen} />
        </section>
        {client && <ConnectStep client={client} serviceUrl={setup.serviceUrl} />}
        {session.status === 'signed-in' && <LiveStep />}
        <details className={styles.byHand}>
          <summary className={styles.heading}>{TEXTS.byHand}</summary>
          <div className={styles.guide}>
            <section className={styles.part} aria-labelledby="get-started-prepare">
              <h3 id="get-started-prepare" className={styles.heading}>
                Prepare
              </h3>
              {session.status === 'guest' && (
                <p className={styles.guest}>
                  Guests can look around; agents and tokens are for members. <SignInLink />
                </p>
              )}
              <ol className={styles.prepares}>
                <AgentStep agent={agent} token={created?.token ?? null} onPick={setAgent} />
                <TokenStep agent={agent} created={created} reveal={reveal} onReveal={setReveal} />
              </ol>
            </section>
            <InstallStep serviceUrl={setup.serviceUrl} />
            {client && <Configure client={client} setup={setup} reveal={reveal} />}
            {created && <ConnectionCheck key={created.token.id} token={created.token} />}
          </div>
        </details>
        {client && <Workflow client={client} />}
      </div>
    </Modal>
  );
}
