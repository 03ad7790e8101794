import { describe, expect, it } from 'vitest';
import { columnsOf, csvHeader, csvRecord } from '../../server/api/streaming/csv.ts';
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

const exported = contractOperations.flatMap(({ path, exportedList }) =>
  exportedList ? [{ path, list: contractOperations.find(({ id }) => id === exportedList)! }] : [],
);

describe.each(exported)('GET $path', ({ path, list }) => {
  const columns = columnsOf(list.id);

  it("shows a row of its list's example, as the service writes it", () => {
    const pages = examplesOf(list.path, 'application/json') as { data: object[] }[];
    const { data } = pages.find((page) => page.data.length > 0)!;
    expect(examplesOf(path, 'text/csv')).toEqual([
      csvHeader(columns) + data.map((row) => csvRecord(columns, row)).join(''),
    ]);
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
});
