/** The gateway as a process of its own. */
import { createGateway } from './gateway/createGateway';
import { gatewayConfig } from './gateway/config';
import { signInPeople } from './people';

const config = gatewayConfig(process.env);
const gateway = await createGateway({ config, people: signInPeople });
await gateway.listen({ port: config.port, host: config.bindAddress });
console.log(`gateway on http://${config.bindAddress}:${config.port}`);
process.once('SIGTERM', () => void gateway.close());
