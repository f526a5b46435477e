/** Entry point of the gateway process. */
import { createGateway } from './createGateway';
import { gatewayConfig } from './config';
import { signInPeople } from './people';
import { startTelemetry } from './telemetry';

try {
  const config = gatewayConfig(process.env);
  const stopTelemetry = await startTelemetry(process.env);
  const gateway = await createGateway({ config, people: signInPeople });
  await gateway.listen({ port: config.port, host: config.bindAddress });
  console.log(`gateway on http://${config.bindAddress}:${config.port}`);
  process.once('SIGTERM', () => void gateway.close().then(stopTelemetry));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
