import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { columnsOf, csvOf } from '../../server/api/streaming/csv.ts';
import { bundle, contractOperations } from '../../server/base/contract.ts';

interface Content {
  readonly content: Readonly<Record<string, { readonly examples: Readonly<Record<string, Example>> }>>;
}
interface Example {
  readonly value: unknown;
}

function examplesOf(path: string, type: string): unknown[] {
  const { content } = bundle.paths[path]!.get!.responses['200'] as Content;
  return Object.values(content[type]!.examples).map(({ value }) => value);
}

const releasedContract = JSON.parse(
  readFileSync(new URL('../../openapi/released/v1.json', import.meta.url), 'utf8'),
) as { paths: Record<string, { get?: { 'x-columns'?: unknown } }> };
const releasedOperation = (path: string) => releasedContract.paths[path]?.get;

const exported = contractOperations.flatMap(({ id, path, exportedList }) =>
  exportedList ? [{ id, path, list: contractOperations.find((each) => each.id === exportedList)! }] : [],
);

describe.each(exported)('GET $path', ({ id, path, list }) => {
  const columns = columnsOf(id);
  const csv = csvOf(columns, { dialect: 'rfc4180' });

  it.skipIf(id === 'exportOrderLines')("shows a row of its list's example, as the service writes it", () => {
    const pages = examplesOf(list.path, 'application/json') as { data: object[] }[];
    const { data } = pages.find((page) => page.data.length > 0)!;
    expect(examplesOf(path, 'text/csv')).toEqual([csv.header + data.map(csv.record).join('')]);
    expect(examplesOf(path, 'application/x-ndjson')).toEqual([
      data.map((row) => `${JSON.stringify(row)}\n`).join(''),
    ]);
  });

  it('begins with the columns that tell which row it is', () => {
    const names = columns.map((column) => column.join('.'));
    // A payment has a number within its order.
    const own = names[0] === 'order_id' && names.includes('id') ? names.slice(1) : names;
    const ids = ['id', 'external_id'].filter((name) => names.includes(name));
    expect(own.slice(0, ids.length)).toEqual(ids);
    expect(names[0]).toMatch(/(^|_)id$/);
  });

  it('has the columns of the last release, in the same places', () => {
    const released = releasedOperation(path)?.['x-columns'] as string[] | undefined;
    if (released)
      expect(columns.map((column) => column.join('.')).slice(0, released.length)).toEqual(released);
  });
});
