import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../openapi/document.ts';
import { guides } from '../../openapi/guides.ts';
import { operationsOf } from '../../openapi/operations.ts';
import { allPages } from '../../openapi/pages/all-pages.ts';
import { referencePages } from '../../openapi/pages/reference/all-pages.ts';
import { FORMATS, PATTERNS } from '../../openapi/pages/reference/formats.ts';
import { translations, translator } from '../../openapi/translations.ts';
import { readWorkflows } from '../../openapi/workflows.ts';

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const document = read<Document>('generated/openapi.json');
const texts = translations();
const used = new Set<string>();
const translate = translator(texts, (key) => used.add(key));
const pages = referencePages(document, {
  ...{ guides: guides(), translate },
  since: read('openapi/released/since.json'),
});
const { pages: others } = allPages(document, { guides: guides(), workflows: readWorkflows(), translate });
const operations = operationsOf(document);
const html = Object.entries(pages).filter(([path]) => !/\.\w+$/.test(path));

/** The names of all fields of a request's body, however deep. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    name,
    ...(name === 'metadata' ? [] : fieldsIn(each)), // whose names are the sender's
  ]);
}

describe('the reference', () => {
  it.each(operations)('has $operationId in both languages, with its parameters and errors', (operation) => {
    for (const folder of ['/docs/reference', '/docs/reference/pt']) {
      const page = pages[`${folder}/${operation.operationId}`]!;
      expect(page).toContain(operation.route);
      for (const { name, in: place } of operation.parameters) expect(page).toContain(`id="${place}.${name}"`);
      for (const code of operation['x-problem-codes'] ?? [])
        expect(page).toMatch(new RegExp(`/docs/problems/(?:pt/)?${code}"`));
    }
  });

  it.each(operations.filter(({ requestBody }) => requestBody))(
    'explains each field that an example of $operationId sends',
    ({ operationId, requestBody }) => {
      const page = pages[`/docs/reference/${operationId}`]!;
      const fields = Object.fromEntries(
        Object.values(requestBody!.content['application/json']!.examples ?? {}).flatMap(({ value }) =>
          fieldsIn(value).map((name) => [name, true]),
        ),
      );
      const explained = new Set(
        [...page.matchAll(/ id="body\.([\w.]+)"/g)].flatMap(([, path]) => path!.split('.')),
      );
      expect(Object.keys(fields).filter((name) => !explained.has(name))).toEqual([]);
    },
  );

  it('leads to pages and places that exist', () => {
    const known = new Set([...Object.keys(pages), ...Object.keys(others), '/docs/', '/openapi.json']);
    const missing = html.flatMap(([path, text]) =>
      [...text.matchAll(/ href="([^"]+)"/g)].flatMap(([, href]) => {
        const [target, anchor] = href!.split('#') as [string, string?];
        if (target === '') return text.includes(`id="${anchor}"`) ? [] : [`${path}: #${anchor}`];
        if (/^https?:|^\/docs\/\?|favicon|^\/docs\/#/.test(href!) || known.has(target)) return [];
        return [`${path}: ${href}`];
      }),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('is listed for programs that read text, with its Markdown', () => {
    const links = [...pages['/docs/llms.txt']!.matchAll(/\]\((\S+)\)/g)].map(([, href]) => href!);
    expect(links.filter((href) => !(href in pages) && !(href in others))).toEqual([]);
    expect(links).toContain('/docs/reference/objects/Order.md');
  });

  it('says what each format means', () => {
    const formats = new Set(
      [...JSON.stringify(document).matchAll(/"format":"([\w-]+)"/g)].map(([, name]) => name!),
    );
    expect([...formats].filter((name) => !(name in FORMATS))).toEqual([]);
  });

  it('shows words in place of patterns', () => {
    const patterns = new Set(
      [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
        JSON.parse(text!),
      ),
    );
    expect([...patterns].filter((pattern) => !(pattern in PATTERNS))).toEqual([]);
    for (const name of ['createCategory', 'listOrders', 'getSalesReport', 'createOrder'])
      expect(pages[`/docs/reference/${name}.md`]).not.toMatch(/\(.*[\^[]/);
  });

  it('says which fields exclude each other, in both languages and forms', () => {
    const page = (path: string) => pages[`/docs/reference/${path}`]!.replaceAll(/<\/?code>/g, '`');
    const customer = '`customer_id`, `customer_external_id`';
    const tables = '`price_table_id`';
    for (const form of ['', '.md']) {
      expect(page(`createOrder${form}`)).toContain(`Exactly one of ${customer} and \`customer_tax_id\`.`);
      expect(page(`createOrder${form}`)).toContain('Exactly one of `product_id`, `sku` and `external_id`.');
      expect(page(`createOrder${form}`)).toContain('`discount` only with `unit_price`.');
      expect(page(`pt/createOrder${form}`)).toContain(
        `Exatamente um destes: ${customer} e \`customer_tax_id\`.`,
      );
      expect(page(`updateOrder${form}`)).toContain(`At most one of ${customer} and \`customer_tax_id\`.`);
      expect(page(`updateOrder${form}`)).toContain(
        `At most one of ${tables} and \`price_table_external_id\`.`,
      );
    }
  });

  it('says once that a field may be null, and numbers as the language does', () => {
    for (const [path, text] of Object.entries(pages))
      expect(text, path).not.toMatch(/(?:or|ou) null (?:or|ou) null/);
    expect(pages['/docs/reference/createOrder']).toContain('9\u00a0999\u00a0999\u00a0999.99');
    expect(pages['/docs/reference/pt/createOrder']).toContain('9.999.999.999,99');
  });

  it('gives no place the same link twice', () => {
    const twice = html.flatMap(([path, text]) => {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${path}#${id}`);
    });
    expect(twice).toEqual([]);
  });

  it('has each of its texts in Portuguese, and no translation of another', () => {
    const missing = [...used].filter((key) => !texts.has(key));
    expect(missing, 'translate these in openapi/translations').toEqual([]);
    expect(
      [...texts.keys()].filter((key) => !used.has(key)),
      'no page has these',
    ).toEqual([]);
  });

  it('keeps codes and names as they are in a translation', () => {
    const codes = (text: string) => [...new Set(text.match(/`[^`]+`/g))].sort();
    for (const [english, portuguese] of texts) expect(codes(portuguese)).toEqual(codes(english));
  });

  it('says since when a field is there', () => {
    expect(pages['/docs/reference/objects/Order']).toMatch(/id="Order\.charges"[\s\S]{0,300}New in 0\.2\.0/);
    expect(pages['/docs/reference/pt/objects/Order']).toMatch(
      /id="Order\.charges"[\s\S]{0,300}Novo na 0\.2\.0/,
    );
  });
});
