/** The parts of docker-compose.yml generated from the list of remotes. */

const BEGIN = '  # Remotes: made from tooling/remotes.json by `pnpm create:remote`.\n';
const END = '  # End of the remotes.\n';

/** Containers use different ports than the local stack, so that both can run side by side. */
const publishedPort = (port: number) => port + 5080;

const service = (name: string, port: number, version: string) => `  remote-${name}:
    <<: *remote
    image: hindsight/remote-${name}:\${VERSION:-${version}}
    build:
      <<: *remote-build
      args: { <<: *build-arguments, REMOTE: ${name} }
    ports: ['127.0.0.1:${publishedPort(port)}:8080']
    environment: *remote-environment
    networks: [outside, inside]

`;

/**
 * @param text of the compose file.
 * @returns the text with a service for each remote, and all remotes as the default of REMOTES.
 * @throws Error when the markers around the services are missing.
 */
export function withRemotes(text: string, remotes: Readonly<Record<string, { port: number }>>): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(
      'The markers around the remotes are missing from docker-compose.yml. Restore them, then continue.',
    );
  const entries = Object.entries(remotes);
  const origins = entries.map(([name, { port }]) => `${name}=http://localhost:${publishedPort(port)}`);
  const [, version = '0.0.0'] = /\$\{VERSION:-([\d.]+)\}/.exec(text) ?? [];
  const services = entries.map(([name, { port }]) => service(name, port, version)).join('');
  return (before + BEGIN + services.trimEnd() + '\n' + END + after).replace(
    /\$\{REMOTES:-[^}]*\}/,
    () => `\${REMOTES:-${origins.join(' ')}}`,
  );
}
