/** Starts the page, in steps between which the browser shows and answers what is there. */
import '../federation/plainTextHtml';
import '../federation/provideRuntime';
import './page.css';
import { reportError } from '../telemetry/reportError';
import { untilNextTask } from './untilNextTask';

/** Every file is there already: these run the libraries one after the other, which at once would be the longest task of the start. */
const STEPS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@hindsight/shared-contracts/router'),
  () => import(/* webpackMode: "eager" */ '@hindsight/shared-contracts/query'),
];

async function start(): Promise<void> {
  for (const step of STEPS) {
    await step();
    await untilNextTask();
  }
  const { startPage } = await import(/* webpackMode: "eager" */ './startPage');
  await untilNextTask();
  startPage();
}

start().catch((error: unknown) => reportError(error, { area: 'start' }));
