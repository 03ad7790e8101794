import { contractOperations, type Operation } from '../../server/base/contract.ts';
import { asking } from '../contract/ask-sample.ts';
import { type RequestSample, requestSamples } from '../contract-check/request-samples.ts';
import { filterCasesOf, listOperations, sortsOf } from '../support/list-cases.ts';
import type { ListBody } from '../support/list-pages.ts';
import type { TestTenant } from '../support/test-environment.ts';

type Query = Readonly<Record<string, unknown>>;

const sampleOf = (id: string): RequestSample => requestSamples.find(({ operationId }) => operationId === id)!;
const asText = (query: Query): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

async function read(tenant: TestTenant, id: string, query: Query): Promise<Response> {
  const response = await asking({ ...sampleOf(id), query: '' })(tenant, { query: asText(query) });
  if (response.ok) return response;
  throw new Error(`${id} ${JSON.stringify(query)}: ${response.status} ${await response.text()}`);
}

/** A page of one row, and the next one if there is one. */
async function readPages(tenant: TestTenant, id: string, query: Query): Promise<ListBody[]> {
  const first = (await (await read(tenant, id, { ...query, limit: 1 })).json()) as ListBody;
  const cursor = first.page.next_cursor;
  if (cursor === null) return [first];
  const second = (await (await read(tenant, id, { ...query, limit: 1, cursor })).json()) as ListBody;
  return [first, second];
}

/** Each order, and in the first of them each filter with each of its values, and all filters together. */
function queriesOf(operation: Operation, row: Query): Query[] {
  const filters = filterCasesOf(operation, row).map(({ query }) => query);
  const all = Object.assign({}, ...filters) as Query;
  const hasSorts = operation.parameters.some(({ name }) => name === 'sort');
  const sorts = hasSorts ? sortsOf(operation).map((sort) => ({ sort })) : [];
  return [...sorts, ...filters, ...sorts.map((sort) => ({ ...all, ...sort }))];
}

/** Reads two pages of each list in each order and with each filter. The tenant needs two rows in each. */
export async function sendLists(tenant: TestTenant): Promise<void> {
  for (const list of listOperations) {
    const [first, second] = await readPages(tenant, list.id, {});
    if (!second) throw new Error(`${list.id} has less than two rows.`);
    for (const query of queriesOf(list, first!.data[0]!)) await readPages(tenant, list.id, query);
  }
}

/** Reads each export and each report with each of its parameters. */
export async function sendExports(tenant: TestTenant): Promise<void> {
  for (const operation of contractOperations.filter(({ id }) => /^export|Report$/.test(id))) {
    const required = Object.fromEntries(new URLSearchParams(sampleOf(operation.id).query));
    const list = operation.exportedList;
    const row = list ? (await readPages(tenant, list, {}))[0]!.data[0]! : { ...required, time_zone: 'UTC' };
    for (const query of queriesOf(operation, row))
      await (await read(tenant, operation.id, { ...required, ...query })).text();
  }
}
