/** Who made a text: a language model, or rules that always give the same. */
import { z } from 'zod';

export const GeneratedBy = z.enum(['model', 'deterministic']);

export type GeneratedBy = z.infer<typeof GeneratedBy>;
