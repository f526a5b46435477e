/**
 * Post-install step: removes a library's files for browsers and other processors, 124 of its 140 MB. Imports Node's built-in modules only.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files of `onnxruntime-web` that the service build uses, and the main file that Node needs to resolve the package. */
const KEPT = /^(ort\.wasm\.bundle\.min\.mjs|ort-wasm-simd-threaded\.wasm|ort\.node\.min\.m?js)$/;

const packages = path.join(root, 'node_modules/.pnpm');
for (const name of readdirSync(packages).filter((entry) => entry.startsWith('onnxruntime-web@'))) {
  const dist = path.join(packages, name, 'node_modules/onnxruntime-web/dist');
  for (const file of readdirSync(dist)) if (!KEPT.test(file)) rmSync(path.join(dist, file));
}
