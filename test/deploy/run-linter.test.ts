import { expect, it } from 'vitest';
import { runLinter } from './run-linter.ts';

const node = (script: string) => ({
  command: [process.execPath, '-e', script] as const,
  install: 'npm ci',
});

it('passes a linter that finds nothing, and shows what one that fails has said', () => {
  expect(runLinter(node(''), true)).toEqual({ passed: true, text: 'ok: node -e ' });
  const { passed, text } = runLinter(node('console.error("line 3"); process.exit(1)'), false);
  expect([passed, text]).toEqual([false, expect.stringContaining('\nline 3\n')]);
});

it('fails for a complaint of a linter that exits with 0', () => {
  const hasComplained = (output: string) => output.includes('a.service');
  const run = (script: string) => runLinter({ ...node(script), hasComplained }, true).passed;
  expect([run('console.log("b.service:1")'), run('console.log("a.service:1")')]).toEqual([true, false]);
});

it('names a linter that is missing, and fails in CI', () => {
  const missing = { command: ['no-such-linter', 'a.yaml'] as const, install: 'apt-get install lint' };
  const text = 'not installed: no-such-linter a.yaml (apt-get install lint)';
  expect(runLinter(missing, false)).toEqual({ passed: true, text });
  expect(runLinter(missing, true)).toEqual({ passed: false, text });
});

it('passes in CI without a linter that cannot be installed', () => {
  const missing = { command: ['no-such-linter'] as const, install: undefined };
  expect(runLinter(missing, true)).toEqual({ passed: true, text: 'not installed: no-such-linter' });
});
