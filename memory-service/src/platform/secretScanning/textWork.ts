/** Secret scanning of long texts. */
import { defineTextWork } from '../text/textWork';
import { findKnownSecrets } from './knownSecrets';
import { scanText } from './scanText';

export const scanTextInThread = defineTextWork('scanText', scanText);
export const repeatsInThread = defineTextWork('repeats', findKnownSecrets);
