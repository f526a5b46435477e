/** Prints the client's types; the build writes them into the package. */
import { endpoints } from '@hindsight/shared-contracts/api';
import { clientTypes } from './clientTypes';

process.stdout.write(clientTypes(endpoints));
