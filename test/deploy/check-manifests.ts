import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

// Checks the manifests in two ways against Kubernetes' own schemas: their validators miss unknown fields, and the types, which
// don't allow any in an object literal, miss the formats.

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}
type Model = new (manifest: Manifest) => { validate(): void };

const FILES = [...['api', 'worker', 'namespace', 'ingress', 'network-policy', 'autoscaler', 'migrate']].map(
  (name) => `deploy/kubernetes/${name}.yaml`,
);
const require = createRequire(import.meta.url);
const moduleOf = ({ apiVersion, kind }: Manifest): string => `kubernetes-models/${apiVersion}/${kind}`;

function validationErrors(manifest: Manifest): string[] {
  const models = require(moduleOf(manifest)) as Readonly<Record<string, Model>>;
  try {
    new models[manifest.kind]!(manifest).validate();
    return [];
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`];
  }
}

/** A program that has each manifest as a typed constant. */
const sourceOf = (manifests: readonly Manifest[]): string =>
  manifests
    .map((manifest, i) => {
      const type = `import('${moduleOf(manifest)}').I${manifest.kind}`;
      return `export const manifest${i}: ${type} = ${JSON.stringify(manifest, null, 1)};\n`;
    })
    .join('');

function typeErrors(source: string): string[] {
  const file = fileURLToPath(new URL('manifests.ts', import.meta.url));
  const options = {
    module: ts.ModuleKind.CommonJS,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, source, target) : read(name, target, ...rest);
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  const lines = source.split('\n');
  return diagnostics.map((diagnostic) => {
    const { line } = ts.getLineAndCharacterOfPosition(diagnostic.file!, diagnostic.start!);
    return `${lines[line]!.trim()}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`;
  });
}

const manifests = FILES.flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest),
);
const errors = [...manifests.flatMap(validationErrors), ...typeErrors(sourceOf(manifests))];
if (errors.length > 0) {
  console.error(errors.join('\n'));
  process.exitCode = 1;
}
