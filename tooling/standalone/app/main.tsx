/** Starts a remote without the host, as a separate page. */
import { createRoot } from 'react-dom/client';
import { StandaloneApp } from './StandaloneApp';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
createRoot(root).render(<StandaloneApp />);
