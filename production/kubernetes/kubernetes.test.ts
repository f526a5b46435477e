/** Checks the manifests against the published Kubernetes schemas, and for required settings. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

const read = (name: string) => readFileSync(path.join(__dirname, name), 'utf8');
const files = readdirSync(__dirname).filter(
  (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
);
const manifests = files.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest),
);
const ofKind = (kind: string) =>
  manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);

/** Validates each manifest in a separate process, because the schemas are ES modules that Jest does not load. @returns the problems. */
function validate(given: readonly Manifest[]): string[] {
  const program = `
    let problems = [];
    for (const one of ${JSON.stringify(given)}) {
      const name = one.apiVersion + ' ' + one.kind;
      const models = await import('kubernetes-models/' + one.apiVersion);
      try { new models[one.kind](one).validate(); } catch (error) { problems.push(name + ': ' + error.message); }
    }
    console.log(JSON.stringify(problems));`;
  const output = execFileSync('node', ['--input-type=module', '-e', program], {
    cwd: __dirname,
    encoding: 'utf8',
  });
  return JSON.parse(output) as string[];
}

test('has valid manifests only', () => {
  expect(validate(manifests)).toEqual([]);
  const broken = manifests.map((one) => ({ ...one, metadata: 1 }) as unknown as Manifest);
  expect(validate(broken)).toHaveLength(manifests.length);
});

test('gives each deployment a service, a disruption budget and an autoscaler', () => {
  for (const kind of ['Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'])
    expect(ofKind(kind).sort()).toEqual(ofKind('Deployment').sort());
});

test('lists all files in the kustomization, and the secrets that the containers read', () => {
  const { resources, secretGenerator } = parse(read('kustomization.yaml')) as {
    resources: string[];
    secretGenerator: { files: string[] }[];
  };
  expect([...resources].sort()).toEqual([...files].sort());
  const used = files.flatMap((name) => [...read(name).matchAll(/\/run\/secrets\/hindsight\/(\w+)/g)]);
  const given = secretGenerator.flatMap((one) => one.files).map((file) => path.basename(file));
  expect([...new Set(used.map(([, name]) => name))].sort()).toEqual([...given].sort());
});

const KUBECTL = spawnSync('kubectl', ['kustomize', '--help']).status === 0 ? ['kubectl'] : [];
if (KUBECTL.length === 0) process.stdout.write('No kubectl: the kustomization is not built here.\n');

test.each(KUBECTL)(
  '%s builds the kustomization into valid manifests that reference each other',
  (kubectl) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kustomization-'));
    cpSync(__dirname, folder, { recursive: true });
    mkdirSync(path.join(folder, 'secrets'));
    const { secretGenerator } = parse(read('kustomization.yaml')) as {
      secretGenerator: { files: string[] }[];
    };
    for (const file of secretGenerator.flatMap((one) => one.files))
      writeFileSync(path.join(folder, file), 'secret');
    const text = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });

    const built = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    expect(validate(built)).toEqual([]);
    expect(built.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ConfigMap', 'Secret', ...manifests.map(({ kind }) => kind)]),
    );
    const generated = built.filter(({ kind }) => ['ConfigMap', 'Secret'].includes(kind));
    const names = generated.map(({ metadata }) => metadata.name);
    const referred = [...text.matchAll(/(?:configMapRef:\s+name|secretName): (\S+)/g)].map(
      ([, name]) => name!,
    );
    const ownSecrets = referred.filter((name) => !/-tls$/.test(name));
    expect(new Set(ownSecrets)).toEqual(new Set(names));
  },
);
