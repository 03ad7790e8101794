import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractOperations } from '../../server/base/contract.ts';
import { workflowFile, workflowNames } from '../programs/workflows/respect.ts';
import { pagesContract, workflows } from '../support/docs-sources.ts';

const steps = [...workflows].flatMap(([name, { workflows: found }]) =>
  found.flatMap((workflow) =>
    workflow.steps.map((step) => ({ ...step, name, label: `${name}: ${step.stepId}` })),
  ),
);
const statusOf = (conditions: readonly { readonly condition: string }[]): string | undefined =>
  conditions.map(({ condition }) => /^\$statusCode == (\d+)$/.exec(condition)?.[1]).find(Boolean);
/** They have no body to check. 304 has its ETag. */
const WITHOUT_BODY = ['204'];

it('has every operation of the contract in at least one workflow', () => {
  const used = new Set<string>(steps.map(({ operationId }) => operationId));
  expect(contractOperations.filter(({ id }) => !used.has(id)).map(({ id }) => id)).toEqual([]);
});

it('has one workflow per file, named like the file', () => {
  expect([...workflows.keys()].sort()).toEqual([...workflowNames].sort());
  for (const [name, { workflows: found }] of workflows)
    expect(found.map(({ workflowId }) => workflowId)).toEqual([name]);
});

it('lists the workflows in an order without ties', () => {
  const positions = [...workflows.values()].map(({ info }) => info['x-position']);
  expect(new Set(positions).size).toBe(positions.length);
});

it.each(workflowNames)(
  '%s asks for the key as a password, which Redocly masks, and for a unique text',
  (name) => {
    const { inputs } = workflows.get(name)!.workflows[0]!;
    expect(inputs).toMatchObject({
      required: ['api_key', 'run'],
      properties: { api_key: { type: 'string', format: 'password' }, run: { type: 'string' } },
    });
    expect(readFileSync(workflowFile(name), 'utf8')).not.toMatch(/tp_[A-Za-z0-9]{8}/);
  },
);

describe.each(steps)('$label', ({ operationId, successCriteria, description }) => {
  it('expects a status that its operation declares, and something of the response', () => {
    const status = statusOf(successCriteria);
    expect(Object.keys(pagesContract.operation(operationId).responses)).toContain(status);
    if (!WITHOUT_BODY.includes(status!)) expect(successCriteria.length).toBeGreaterThan(1);
    expect(description).toMatch(/\S/);
  });
});
