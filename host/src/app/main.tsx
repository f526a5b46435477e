/** Entry point of the page. */
import '../federation/scriptPolicy';
import '../federation/provideRuntime';
import '../federation/sharedModules';
import './page.css';
import { reportError } from '../telemetry/reportError';
import { startPage } from './startPage';

startPage().catch((error: unknown) => reportError(error, { area: 'start' }));
