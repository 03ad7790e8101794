import { contractOperations } from '../../server/base/contract.ts';
import { asking } from '../contract/ask-sample.ts';
import type { RequestSample } from '../contract-check/request-samples.ts';
import type { TestTenant } from '../support/test-environment.ts';
import { sendFailingRows, UNKNOWN_ID } from './send-failing-rows.ts';

type Headers = Readonly<Record<string, string>>;
type Send = (tenant: TestTenant, status: number | 'ok', options?: Parameters<Ask>[1]) => Promise<Response>;
type Ask = ReturnType<typeof asking>;

/** Sends the sample's request, and throws unless the response has the status. */
function sending(sample: RequestSample): Send {
  const ask = asking(sample);
  return async (tenant, status, options) => {
    const response = await ask(tenant, options);
    if (status === 'ok' ? response.ok : response.status === status) return response;
    throw new Error(
      `${sample.operationId}: ${response.status} in place of ${status}: ${await response.text()}`,
    );
  };
}

/** Sends each example of an operation in each way that the operation accepts; `planted` makes a tenant with the rows that it needs. */
export async function sendExamples(sample: RequestSample, planted: () => Promise<TestTenant>): Promise<void> {
  const { parameters, hasRows } = contractOperations.find(({ id }) => id === sample.operationId)!;
  const takes = (header: string): boolean =>
    parameters.some(({ name, in: place }) => place === 'header' && name === header);
  const send = sending(sample);
  for (const body of sample.hasBody ? sample.bodies : [undefined]) {
    const tenant = await planted();
    const response = await send(tenant, 'ok', { body });
    if (hasRows) await sendFailingRows(sample, tenant);
    const etag = response.headers.get('ETag');
    if (sample.method === 'GET' && etag) await send(tenant, 304, { headers: { 'if-none-match': etag } });
    if (takes('Idempotency-Key'))
      await sendTwice(send, await planted(), { body, guarded: takes('If-Match') });
    else if (takes('If-None-Match') && sample.method === 'PUT')
      await upsertGuarded(send, await planted(), body);
    else if (takes('If-Match')) await sendGuarded(send, await planted(), body);
  }
  if (sample.pathParameters.some(({ isInteger }) => isInteger)) await sendUnknown(sample, await planted());
}

/** With an Idempotency-Key, and again; before that for another version, if the operation asks for one. */
async function sendTwice(
  send: Send,
  tenant: TestTenant,
  { body, guarded }: { readonly body: unknown; readonly guarded: boolean },
): Promise<void> {
  if (guarded) await send(tenant, 412, { body, headers: { 'if-match': '"0"' } });
  const headers: Headers = { 'idempotency-key': 'k', ...(guarded && { 'if-match': '*' }) };
  const first = await send(tenant, 'ok', { body, headers });
  const replayed = await send(tenant, first.status, { body, headers });
  if (!replayed.headers.has('Idempotency-Replayed')) throw new Error('It was run again.');
}

async function sendGuarded(send: Send, tenant: TestTenant, body: unknown): Promise<void> {
  await send(tenant, 412, { body, headers: { 'if-match': '"0"' } });
  await send(tenant, 'ok', { body, headers: { 'if-match': '*' } });
}

async function upsertGuarded(send: Send, tenant: TestTenant, body: unknown): Promise<void> {
  await send(tenant, 412, { body, headers: { 'if-match': '*' } });
  await send(tenant, 201, { body, headers: { 'if-none-match': '*' } });
  await send(tenant, 412, { body, headers: { 'if-none-match': '*' } });
  await send(tenant, 200, { body, headers: { 'if-match': '*' } });
}

async function sendUnknown(sample: RequestSample, tenant: TestTenant): Promise<void> {
  const values = Object.fromEntries(sample.pathParameters.map(({ name }) => [name, UNKNOWN_ID]));
  await sending(sample)(tenant, 404, { values });
}
