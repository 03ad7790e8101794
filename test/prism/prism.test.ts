import { describe, expect, it } from 'vitest';
import { pathValues, plantFor } from '../contract/walk-rows.ts';
import { fillPath, type RequestSample, requestSamples } from '../contract-check/request-samples.ts';
import { runRespect, workflowFile, workflowNames } from '../programs/workflows/respect.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { startPrism } from './start-prism.ts';

// Prism reads the contract without our code, and answers 500 where a response breaks it.

const environment = sharedEnvironment();

interface Asked {
  readonly prism: string;
  readonly key: string;
  readonly body?: unknown;
  readonly query?: string;
}

async function ask(
  sample: RequestSample,
  { prism, key, body, query = '' }: Asked,
): Promise<[number, string]> {
  const search = [sample.query, query].filter(Boolean).join('&');
  const response = await fetch(
    `${prism}${fillPath(sample.path, pathValues(sample))}${search && `?${search}`}`,
    {
      method: sample.method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: '*/*',
        ...(sample.hasBody && { 'content-type': 'application/json' }),
      },
      ...(sample.hasBody && { body: JSON.stringify(body) }),
    },
  );
  return [response.status, await response.text()];
}

const withBodies = requestSamples.flatMap((sample) =>
  (sample.hasBody ? sample.bodies : [undefined]).map((body) => ({ sample, body })),
);
const hasId = ({ pathParameters }: RequestSample): boolean =>
  pathParameters.some(({ isInteger }) => isInteger);

describe("through Prism's proxy", () => {
  it('every workflow passes', async () => {
    const { key } = await environment().tenant();
    const baseUrl = await startPrism(environment().baseUrl);
    const files = workflowNames.map(workflowFile);
    const { code, output } = await runRespect({ baseUrl, apiKey: key, run: 'prism', files });
    expect(code, output).toBe(0);
  });

  it('the examples of all requests succeed, and are refused as declared', async () => {
    const prism = await startPrism(environment().baseUrl);
    const unexpected: unknown[] = [];
    for (const { sample, body } of withBodies) {
      const tenant = await environment().tenant();
      const expectStatus = async (status: RegExp, asked: Omit<Asked, 'prism' | 'body'>): Promise<void> => {
        const [found, text] = await ask(sample, { prism, body, ...asked });
        if (!status.test(String(found))) unexpected.push([sample.operationId, found, text]);
      };
      if (sample.scopes.length > 0) await expectStatus(/403/, { key: (await tenant.addKey([])).key });
      await expectStatus(/400/, { key: tenant.key, query: 'no_such_parameter=1' });
      if (hasId(sample)) await expectStatus(/404/, { key: tenant.key });
      await plantFor(sample, environment(), tenant.tenantId);
      await expectStatus(/2../, { key: tenant.key });
    }
    expect(unexpected).toEqual([]);
  });

  it('a workflow fails if the contract says that an amount is a text', async () => {
    const { key } = await environment().tenant();
    const change = (text: string): string => {
      const contract = JSON.parse(text);
      contract.components.schemas.Order.properties.paid_total = { type: 'string' };
      return JSON.stringify(contract);
    };
    const baseUrl = await startPrism(environment().baseUrl, { change });
    const files = [workflowFile('first-order')];
    const { code, output } = await runRespect({ baseUrl, apiKey: key, run: 'wrong', files, verbose: true });
    expect([code, output]).toEqual([1, expect.stringContaining('paid_total must be string')]);
  });
});
