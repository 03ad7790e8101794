// What other programs wrote: products of a WooCommerce and of a Shopify shop, customers of an ERP, and NF-e.
import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('files/', import.meta.url);
const textOf = (name: string): Promise<string> => readFile(new URL(name, FOLDER), 'utf8');

export interface ShopProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly on_hand: number;
  readonly category: { readonly id: string; readonly name: string };
}

type Row = Readonly<Record<string, string>>;

/** A CSV of these files has no line breaks in its cells, and no quotes but around them. */
async function rowsOf(name: string, separator: ',' | ';'): Promise<Row[]> {
  const cells = (line: string): string[] =>
    [...line.matchAll(new RegExp(`(?:^|${separator})(?:"([^"]*)"|([^${separator}]*))`, 'g'))].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
  const [header = '', ...lines] = (await textOf(name)).trim().split(/\r?\n/);
  const names = cells(header);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i]!, cell])));
}

interface WooProduct {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly regular_price: string;
  readonly stock_quantity: number;
  readonly categories: readonly [{ readonly id: number; readonly name: string }];
}

export async function readProducts(): Promise<ShopProduct[]> {
  const woo = JSON.parse(await textOf('woocommerce-products.json')) as readonly WooProduct[];
  const shopify = await rowsOf('shopify-products.csv', ',');
  return [
    ...woo.map(({ id, name, sku, regular_price, stock_quantity, categories: [category] }) => ({
      ...{ id: `woo-${id}`, name, sku, price: Number(regular_price), on_hand: stock_quantity },
      category: { id: `woo-${category.id}`, name: category.name },
    })),
    ...shopify.map((row) => ({
      ...{ id: `shopify-${row.Handle}`, name: row.Title!, sku: row['Variant SKU']! },
      ...{ price: Number(row['Variant Price']), on_hand: Number(row['Variant Inventory Qty']) },
      category: { id: `shopify-${row.Type}`, name: row.Type! },
    })),
  ];
}

export const readCustomers = (): Promise<Row[]> => rowsOf('customers.csv', ';');

/** The text of an element, or of the first with this name. */
export const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`).exec(xml)?.[1];

export async function readInvoices(): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.xml')).sort();
  return Promise.all(names.map(textOf));
}
