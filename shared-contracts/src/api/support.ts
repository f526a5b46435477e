/** Messages to support. */
import { z } from 'zod';
import { MAX_SUPPORT_FACT, MAX_SUPPORT_MESSAGE } from '../rules/limits';
import { endpoint } from './endpoint';
import { Uuid } from './common';

const fact = z.string().max(MAX_SUPPORT_FACT).nullish();

export const supportEndpoints = {
  'POST /support/contact': endpoint({
    summary: 'Send a message to support, with context that helps answer it.',
    body: z
      .object({
        message: z.string().max(MAX_SUPPORT_MESSAGE).nullish(),
        frontend: z
          .object({
            service_name: fact,
            version: fact,
            build_sha: fact,
            build_timestamp: fact,
            image_tag: fact,
          })
          .nullish(),
        context: z.object({ current_url: fact, user_agent: fact, user_email: fact }).nullish(),
      })
      .optional(),
    response: z.object({ status: z.literal('ok'), email_log_id: Uuid }),
  }),
};
