/** The dialog `?get-started`: choose a client, connect it with one command or link, and see its first request; by hand on demand. */
import { CLIENTS, FIRST_CLIENT } from '@hindsight/shared-contracts/clients';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
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
import { ConnectStep } from './ConnectStep';
import { ConnectionCheck } from './ConnectionCheck';
import styles from './GetStarted.module.css';
import { InstallStep } from './InstallStep';
import { LiveStep } from './LiveStep';
import { OwnStep } from './OwnStep';
import { rememberCompletion } from './model/completion';
import { reachesOrganization } from './model/tokenReach';
import { resolveServiceUrl } from './model/server';
import { TEXTS } from './texts';
import { TokenStep } from './TokenStep';

/** However it is closed, it does not open by itself again. */
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
    // A token that is limited to an organization says so by itself.
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
          <h3 id="get-started-client" className={styles.heading} tabIndex={-1} data-autofocus>
            Choose your client
          </h3>
          <ClientGrid clients={CLIENTS} chosen={chosen} onChoose={setChosen} />
        </section>
        {client && <OwnStep client={client} serviceUrl={setup.serviceUrl} />}
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
