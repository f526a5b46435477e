/** After an install: takes away what a library brings for browsers and other processors, 124 of its 140 MB. Node's own modules only. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What of `onnxruntime-web` the service is built from; Node resolves the package by its main file. */
const KEPT = /^(ort\.wasm\.bundle\.min\.mjs|ort-wasm-simd-threaded\.wasm|ort\.node\.min\.m?js)$/;

const packages = path.join(root, 'node_modules/.pnpm');
for (const name of readdirSync(packages).filter((entry) => entry.startsWith('onnxruntime-web@'))) {
  const dist = path.join(packages, name, 'node_modules/onnxruntime-web/dist');
  for (const file of readdirSync(dist)) if (!KEPT.test(file)) rmSync(path.join(dist, file));
}
