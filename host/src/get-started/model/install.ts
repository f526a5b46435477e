/** How the command that every client starts gets onto a machine. */
import type { Client, Snippet } from '@hindsight/shared-contracts/clients';

/** How the command is installed from the service itself. */
export function installSnippet(
  serviceUrl: string,
  { name, integrity }: { name: string; integrity: string },
): Snippet {
  return {
    label: 'Terminal',
    language: 'shell',
    text: `npm install --global ${serviceUrl}/downloads/${name}.tgz`,
    note: `Without a network, install the downloaded file. Its integrity is ${integrity}`,
  };
}

/** The command that connects a client, run from the service's own copy. */
export function connectSnippet(serviceUrl: string, { name }: { name: string }, client: Client): Snippet {
  return {
    label: `Connect ${client.name}`,
    language: 'shell',
    text: `npx ${serviceUrl}/downloads/${name}.tgz connect ${client.id}`,
  };
}
