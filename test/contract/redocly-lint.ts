import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface LintProblem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** The problems of each document. One process lints all documents, because starting it is slow. */
export function lint(documents: string[], ...options: string[]): LintProblem[][] {
  const command = ['node_modules/@redocly/cli/bin/cli.js', 'lint', ...documents, ...options];
  const run = spawnSync(
    process.execPath,
    [...command, '--config=openapi/redocly.yaml', '--format=json', '--max-problems=1000'],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  const reports = run.stdout.split(/(?<=^\})\s*/m).filter(Boolean);
  if (reports.length !== documents.length)
    throw new Error(`Redocly didn't lint every document: ${run.stderr}`);
  return reports.map((report) => (JSON.parse(report) as { problems: LintProblem[] }).problems);
}
