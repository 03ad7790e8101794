import { redocly } from '../run.ts';

export interface Side {
  readonly pointer: string;
  readonly value: unknown;
}

/** A member of `changes` in the JSON that `redocly diff` prints. */
export interface Change {
  readonly impact: 'major' | 'minor' | 'patch';
  readonly property?: string;
  readonly base?: Side;
  readonly revision?: Side;
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
}

interface Run {
  readonly changes: readonly Change[];
  /** What redocly says about `info.version`, if it has to be raised. */
  readonly versionIssue: string | undefined;
}

/** Compares two bundles with `redocly diff`. */
export function redoclyDiff(base: string, revision: string): Run {
  const { stdout, stderr } = redocly(
    'diff',
    base,
    revision,
    '--format=json',
    '--fail-on=none',
    '--check-version',
    '--config=openapi/diff/redocly.yaml',
  );
  const text = stdout.slice(stdout.indexOf('{'));
  if (text === '') throw new Error(`redocly diff printed no report: ${stderr}`);
  const { changes } = JSON.parse(text) as { changes: Change[] };
  return { changes, versionIssue: /info\.version .*/.exec(stderr)?.[0] };
}
