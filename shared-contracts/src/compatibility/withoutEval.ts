/** Imported before any schema: zod otherwise tries whether it may generate code, which the page's policy reports as a violation. */
import { config } from 'zod';

config({ jitless: true });
