import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { examplesOf, merge } from './guide-examples.ts';
import { type LintProblem, lint } from './redocly-lint.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tradepost-guide-'));
const guide = readFileSync(join(root, 'openapi/README.md'), 'utf8');
const bundle: unknown = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8'));
const configOf = (file: string): unknown => parse(readFileSync(join(root, 'openapi', file), 'utf8'));
const config = configOf('redocly.yaml') as { rules: object };
const diffConfig = configOf('diff/redocly.yaml') as { diff: object };
const { default: makePlugin } = (await import(join(root, 'openapi/lint/plugin.js'))) as {
  default: () => Record<'rules' | 'diff', { oas3: object }>;
};
const plugin = makePlugin();
const examples = examplesOf(guide);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const rules = Object.keys(config.rules);
const ourRules = rules.filter((rule) => rule.includes('/'));

describe("the contract's guide", () => {
  it.each([...rules, ...Object.keys(diffConfig.diff)])('names the rule %s', (rule) => {
    expect(guide).toContain(`\`${rule}\``);
  });

  it.each(ourRules)('has an example of %s', (rule) => {
    expect(examples.flatMap((example) => example.rules)).toContain(rule);
  });

  it('has every rule of the plugin, and all are on', () => {
    const written = (names: object): string[] => Object.keys(names).map((name) => `tradepost/${name}`);
    const on = (names: object): string[] =>
      Object.keys(names).filter((name) => name.startsWith('tradepost/'));
    expect(on(config.rules).sort()).toEqual(written(plugin.rules.oas3).sort());
    expect(on(diffConfig.diff).sort()).toEqual(written(plugin.diff.oas3).sort());
  });
});

it('has in bold the words that naming refuses', () => {
  const { fields, parameters } = (config.rules as Record<string, Record<string, object>>)[
    'tradepost/naming'
  ]!;
  const [, section] = /### One word, one meaning([\s\S]*?)What has two meanings/.exec(guide)!;
  const others = section!.split('\n').flatMap((row) => [...row.split(' | ').at(-1)!.matchAll(WORD)]);
  const bold = others.flatMap(([, isBold, word]) => (isBold ? [word] : []));
  const refused = others.flatMap(([, , word]) => (word! in { ...fields, ...parameters } ? [word] : []));
  expect(bold).toEqual(refused);
  expect(bold).toContain('memo');
});
const WORD = /(\*\*)?`(?:…_)?([a-z_]+)`/g;

describe('the examples of the guide', () => {
  let broken: LintProblem[];
  let mended: LintProblem[];

  // All mistakes are made in one document, and mended in another: to lint a document takes a second.
  beforeAll(() => {
    const mistakes = examples.reduce((contract, { mistake }) => merge(contract, mistake), bundle);
    const fixes = examples.reduce((contract, { fix }) => merge(contract, fix), mistakes);
    [broken, mended] = lint([write('mistakes.json', mistakes), write('fixes.json', fixes)]) as [
      LintProblem[],
      LintProblem[],
    ];
  });

  it.each(examples)('$rules: $message', ({ rules, message }) => {
    const found = broken.filter(({ ruleId }) => rules.includes(ruleId));
    expect(found.map((problem) => problem.message)).toContain(message);
  });

  it('are mended by the fixes of the guide', () => {
    expect(mended.filter(({ ruleId }) => ourRules.includes(ruleId))).toEqual([]);
  });
});

function write(name: string, contract: unknown): string {
  const file = join(scratch, name);
  writeFileSync(file, JSON.stringify(contract));
  return file;
}
