import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';
import { type RespectResult, runRespect, workflowFile } from './respect.ts';

const environment = sharedEnvironment();
const bundle = fileURLToPath(new URL('../../../generated/openapi.json', import.meta.url));
let folder: string;
let tenant: TestTenant;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tradepost-mutated-'));
  tenant = await environment().tenant();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (name: string, files: readonly string[]): Promise<RespectResult> =>
  runRespect({ baseUrl: environment().baseUrl, apiKey: tenant.key, run: name, files, verbose: true });

it('passes again and again on the same tenant', async () => {
  for (const name of ['first', 'second']) {
    const { code, output } = await run(name, [workflowFile('first-order')]);
    expect([code, output]).toEqual([0, expect.stringContaining('create-the-product')]);
    expect(output).not.toContain(tenant.key);
  }
});

interface Mutation {
  readonly what: string;
  readonly name: string;
  readonly find: string;
  readonly replacement: string;
  /** The check that has to fail, and no other: the steps before it pass. */
  readonly fails: string;
}

const COUPON = 'coupon';
const RETRIES = 'safe-retries';
const MUTATIONS: readonly Mutation[] = [
  {
    what: 'another status',
    name: COUPON,
    find: '$statusCode == 409',
    replacement: '$statusCode == 422',
    fails: '$statusCode == 422',
  },
  {
    what: 'a total that is a cent more',
    name: COUPON,
    find: '#/total == 107.73',
    replacement: '#/total == 107.74',
    fails: '$response.body#/total == 107.74',
  },
  {
    // The discount is still 11.97: 11.973, rounded.
    what: 'a price that is a cent more',
    name: COUPON,
    find: 'price: 39.9,',
    replacement: 'price: 39.91,',
    fails: '$response.body#/total == 107.73',
  },
  {
    what: 'another problem',
    name: COUPON,
    find: "#/code == 'coupon_invalid'",
    replacement: "#/code == 'in_use'",
    fails: "$response.body#/code == 'in_use'",
  },
  {
    what: 'a list with one more entry',
    name: RETRIES,
    find: 'length(@.data) == 1',
    replacement: 'length(@.data) == 2',
    fails: '$[?length(@.data) == 2]',
  },
  {
    what: 'another header',
    name: RETRIES,
    find: "Idempotency-Replayed == 'true'",
    replacement: "Idempotency-Replayed == 'no'",
    fails: "$response.header.Idempotency-Replayed == 'no'",
  },
];

/** Copies a workflow and replaces a text, which must occur exactly once. Each copy has SKUs and codes of its own. */
function mutate({ name, find, replacement }: Mutation, index: number): string {
  const source = readFileSync(workflowFile(name), 'utf8');
  expect(source.split(find)).toHaveLength(2);
  const file = path.join(folder, `mutation-${index}.arazzo.yaml`);
  const mutated = source.replace(find, replacement).replace('../../generated/openapi.json', bundle);
  writeFileSync(file, mutated.replaceAll('{$inputs.run}', `{$inputs.run}${index}`));
  return file;
}

describe('a workflow fails if it expects', () => {
  let result: RespectResult;
  beforeAll(async () => {
    result = await run('mutated', MUTATIONS.map(mutate));
  });

  it.each(MUTATIONS.map((mutation, index) => ({ ...mutation, index })))('$what', ({ fails, index }) => {
    const section = result.output
      .split('Running workflow ')
      .find((text) => text.startsWith(`mutation-${index}.`))!;
    const failed = [...section.matchAll(/✗ success criteria check - (.*)/g)].map(
      ([, condition]) => condition,
    );
    expect(failed).toEqual([fails]);
  });

  it('ends with an error, and shows the key nowhere', () => {
    expect(result.code).toBe(1);
    expect(result.output).not.toContain(tenant.key);
  });
});
