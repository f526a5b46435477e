/** Source of a generated text: a language model or deterministic rules. */
import { z } from 'zod';

export const GeneratedBy = z.enum(['model', 'deterministic']);

export type GeneratedBy = z.infer<typeof GeneratedBy>;
