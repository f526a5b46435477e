/** Logs one line per request. */
import type { FastifyInstance } from 'fastify';
import { clientIp } from '../auth/identity';
import type { Config } from '../config/config';

/** Logs each request when it is finished. Omits the query string, which contains search terms and secrets of links. */
export function logRequests(app: FastifyInstance, config: Config): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: clientIp(config, request),
      },
      'request',
    );
    done();
  });
}
