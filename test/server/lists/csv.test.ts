import { expect, it } from 'vitest';
import { escapeFormulas } from '../../../server/api/streaming/csv-cell.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

/** Starts of formulas, wherever some spreadsheet would recognise them. */
const HOSTILE = ['=', '+', '-', '@', '＝', '＋', '－', '＠'].flatMap((sign) => {
  const formula = `${sign}HYPERLINK("http://example.com")`;
  return [
    formula,
    `x;${formula}`,
    `x; ${formula}`,
    `x;"${formula}`,
    `x;""${formula}`,
    `"${formula}`,
    `x\n${formula}`,
    `x\r\n${formula}`,
    `x\r${formula}`,
    `x\t${formula}`,
    `\t${formula}`,
    `\r${formula}`,
    `\n\n  ${formula}`,
    ` ${formula}`,
    `\u00a0${formula}`,
    `\ufeff${formula}`,
    `\u200b${formula}`,
    `\u202e${formula}`,
    `x;\u200b\ufeff "${formula}`,
    `x;y";${formula}`,
    `x,${formula}`,
    `x",${formula}`,
    `";${formula};"`,
    `x;;${formula}`,
    `x\u2028${formula}`,
  ];
});

/** The cells as a spreadsheet reads them: quotes only count at the beginning of a cell. */
function cellsOf(text: string, separator: ',' | ';' | '\t'): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\r\n]*)(?:[${separator}\r\n]|$)`, 'y');
  const cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, inQuotes = '', rest] = cell.exec(text)!;
    cells.push(inQuotes.replaceAll('""', '"') + rest);
  }
  return cells;
}

const isFormula = (cell: string): boolean => {
  const begin = cell.replace(/^[\s"\p{Cc}\p{Cf}]+/u, '');
  return /^[=+\-@＝＋－＠]/.test(begin) && !/^-?\d+(\.\d+)?$/.test(begin);
};

/** The contract's rule for names: no invisible characters and no blanks around it. */
const IS_LINE = /^(?! )[^\p{C}\p{Zl}\p{Zp}\u00a0]+(?<! )$/u;

const csvOf = async (tenant: Awaited<ReturnType<ReturnType<typeof environment>['tenant']>>, path: string) =>
  (await tenant.request('GET', `/exports${path}?format=csv`)).text();

it.each([',', ';', '\t'] as const)(
  'CSV contains no formula for a spreadsheet that splits at %j',
  async (separator) => {
    const tenant = await environment().tenant();
    const rows = HOSTILE.map((value, n) => ({
      name: IS_LINE.test(value) ? value : 'x',
      sku: `${IS_LINE.test(value) ? value.slice(0, 40) : ''}${n}`,
      price: 1,
      brand: IS_LINE.test(value) ? `${value};` : undefined,
      description: value,
      metadata: { note: value },
    }));
    for (let at = 0; at < rows.length; at += 100) {
      const results = await tenant.tp.products.batch(rows.slice(at, at + 100));
      expect(results.filter(({ status }) => status !== 201)).toEqual([]);
    }
    const text = await csvOf(tenant, '/products');
    expect(text.split('\r\n').length).toBeGreaterThan(HOSTILE.length);
    const cells = cellsOf(text, separator);
    expect(cells.filter(isFormula)).toEqual([]);
    expect(cells.length).toBeGreaterThan(HOSTILE.length);
  },
);

it('CSV preserves metadata, and other texts apart from the escaping', async () => {
  const tenant = await environment().tenant();
  const metadata = { note: 'x;=1\u2028;"', 'a.b': "it's;-" };
  const description = 'a - b; c\n- item\n=1';
  await tenant.tp.products.create({ name: "O'Brien; -x", sku: 'A-1', price: 1, description, metadata });
  const [head, ...rows] = (await csvOf(tenant, '/products')).split('\r\n');
  const names = head!.split(',');
  const cells = cellsOf(rows.join('\r\n'), ',');
  const of = (name: string): string => cells[names.indexOf(name)]!;
  expect(JSON.parse(of('metadata'))).toEqual(metadata);
  expect(of('name')).toBe("O'Brien;' -x");
  expect(of('sku')).toBe('A-1');
  expect(of('description')).toBe("a - b; c\n'- item\n'=1");
});

it('CSV escapes a long text of spaces and separators in linear time', () => {
  for (const part of [' ', ';', '\n', '"', '\u200b', '; '])
    expect(escapeFormulas(`${part.repeat(500_000)}=`)).toContain("'");
});
