/** Installation of the command that every client starts. */
import type { Client, Snippet } from '@hindsight/shared-contracts/clients';

/** Snippet that installs the command from the service itself. */
export function installSnippet(
  serviceUrl: string,
  { name, integrity }: { name: string; integrity: string },
): Snippet {
  return {
    label: 'Terminal',
    language: 'shell',
    text: `npm install --global ${serviceUrl}/downloads/${name}.tgz`,
    note: `To install offline, use the downloaded file. Its integrity hash is ${integrity}`,
  };
}

/** Snippet that connects a client with the service's copy of the command. */
export function connectSnippet(serviceUrl: string, { name }: { name: string }, client: Client): Snippet {
  return {
    label: `Connect ${client.name}`,
    language: 'shell',
    text: `npx ${serviceUrl}/downloads/${name}.tgz connect ${client.id}`,
  };
}
