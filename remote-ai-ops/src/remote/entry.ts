/** The entry point of this remote: the only module that the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';
import { routes as pages } from './routes';
import { slots as parts } from './slots';

export const routes: RemoteModule['routes'] = pages;
export const slots: RemoteModule['slots'] = parts;
