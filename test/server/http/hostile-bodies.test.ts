// The short form of `npm run program bench:hostile`, and the limits as a client sees them.
import { describe, expect, it } from 'vitest';
import { contractOperations, type OperationId, operationById } from '../../../server/base/contract.ts';
import type { ValidationIssue } from '../../../server/base/problems/api-problem.ts';
import { type HostileBody, hostileBodies } from '../../programs/bench/hostile/hostile-bodies.ts';
import { cpu } from '../../programs/bench/hostile/measure.ts';
import { BodyPipeline } from '../../programs/bench/hostile/pipeline.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

/**
 * Factors of the time that JSON.parse takes. The bench allows 20, but tests share their machine with others. Collecting
 * every issue took a factor of 180 or more; for the batch 66, since parsing it is expensive as well.
 */
const worst: [OperationId, kind: string, bytes: number, most: number][] = [
  ['createCustomer', '#/addresses: list of {}, spread', 100_000, 80],
  ['createProduct', '#/image_urls: list of ""', 100_000, 80],
  ['createOrder', '#/items: list of elements with wrong types, spread', 100_000, 80],
  ['batchCustomers', '1 row, #/addresses: list of {}, spread', 1_000_000, 40],
];

const bodyOf = (id: OperationId, kind: string): HostileBody =>
  hostileBodies(operationById(id)).find((body) => body.kind === kind)!;

it.each(worst)(
  'validates for %s the body "%s" in a small multiple of the time of JSON.parse',
  async (id, kind, bytes, most) => {
    const pipeline = new BodyPipeline(operationById(id));
    await pipeline.warmUp();
    const { cost, baseline } = await cpu(pipeline, Buffer.from(bodyOf(id, kind).build(bytes)), 2);
    expect(cost / baseline).toBeLessThan(most);
  },
);

it.each(contractOperations.filter(({ hasBody }) => hasBody).map(({ id }) => id))(
  'takes the body of %s through the same steps as the server',
  async (id) => {
    const pipeline = new BodyPipeline(operationById(id));
    await pipeline.warmUp();
    expect(JSON.parse(await pipeline.run(Buffer.from('{"no_such_field":1}')))).toMatchObject({ status: 400 });
  },
);

const address = { street: 'Rua XV', city: 'Curitiba', country: 'BR' };
const customer = { type: 'person', name: 'Maria' };

describe('the issues of a body', () => {
  const issuesOf = async (body: object): Promise<{ detail: string; errors: ValidationIssue[] }> => {
    const { request } = await environment().tenant();
    const response = await request('POST', '/customers', { body });
    expect(response.status).toBe(400);
    return (await response.json()) as never;
  };

  it('are all reported when the body is of ordinary size', async () => {
    const { errors } = await issuesOf({ ...customer, addresses: Array(20).fill({ ...address, country: 1 }) });
    expect(errors).toHaveLength(20);
  });

  it('end at the first one when the body is large, and the problem says so', async () => {
    const { detail, errors } = await issuesOf({
      ...customer,
      addresses: Array(1_000).fill({ ...address, country: 1 }),
    });
    expect(detail).toContain('Only the first issue is listed, because the body is large.');
    expect(errors).toEqual([{ pointer: '#/addresses', code: 'max_items', detail: expect.any(String) }]);
  });

  it('end at the first one when the body has many keys', async () => {
    const body = {
      ...customer,
      ...Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, 0])),
    };
    expect((await issuesOf(body)).errors).toHaveLength(1);
  });
});

it('accepts a large valid body, and fills in the defaults', async () => {
  const { tp } = await environment().tenant();
  const long = { ...address, street: 'x'.repeat(200), label: 'y'.repeat(50), district: 'z'.repeat(100) };
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`name_${i}`, 'v'.repeat(500)]));
  const made = await tp.customers.create({
    type: 'person',
    name: 'Maria',
    addresses: Array(20).fill(long),
    metadata,
  });
  expect(made).toMatchObject({ tags: [], status: 'active', addresses: { length: 20 } });
});

describe('a batch', () => {
  const results = async (
    items: object[],
  ): Promise<{ status: number; problem: { detail: string; errors: ValidationIssue[] } }[]> => {
    const { request } = await environment().tenant();
    const response = await request('POST', '/customers/batch', { body: { items } });
    expect(response.status).toBe(200);
    return ((await response.json()) as { results: never }).results;
  };

  it('reports every issue of its first rows, and at least one of each row', async () => {
    const row = { ...customer, addresses: Array(150).fill({}) };
    const found = await results(Array(60).fill(row));
    expect(found).toHaveLength(60);
    expect(found.every(({ problem }) => problem.errors.length > 0)).toBe(true);
    expect(found[0]!.problem.detail).not.toContain('because the body is large');
    expect(found[0]!.problem.errors.length).toBeGreaterThan(1);
    expect(found.at(-1)!.problem.detail).toContain('because the body is large');
  });

  it('reports every issue of each row when the batch is of ordinary size', async () => {
    const found = await results(Array(10).fill({ type: 'robot', name: '', tags: [1, ''] }));
    expect(found.map(({ problem }) => problem.errors.length)).toEqual(Array(10).fill(4));
  });

  it('of too many rows is refused before its rows are validated', async () => {
    const { request } = await environment().tenant();
    const response = await request('POST', '/customers/batch', { body: { items: Array(101).fill({}) } });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ pointer: '#/items', code: 'max_items' }] },
    ]);
  });
});

describe('a body that would take a lot of memory to parse', () => {
  const post = async (raw: string): Promise<unknown[]> => {
    const { request } = await environment().tenant();
    const response = await request('POST', '/customers', { raw });
    return [response.status, await response.json()];
  };

  it.each([
    ['objects', `{"addresses":[${Array(5_001).fill('{}')}]}`],
    ['arrays', `{"addresses":[${Array(5_001).fill('[]')}]}`],
    ['members', `{${Array.from({ length: 5_001 }, (_, i) => `"${i}":0`)}}`],
  ])('with many %s is refused', async (_, raw) => {
    expect(await post(raw)).toMatchObject([
      400,
      { code: 'malformed_body', detail: expect.stringContaining('5000') },
    ]);
  });

  it('is recognised by its structure, not by what its strings contain', async () => {
    const name = JSON.stringify('{[:"\\'.repeat(10_000));
    expect(await post(`{"type":"person","name":${name}}`)).toMatchObject([
      400,
      { errors: [{ code: 'max_length' }] },
    ]);
  });
});
