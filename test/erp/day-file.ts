// What the ERP knows at the end of a day, as it writes it to a file. Everything has the ERP's own ids.

export interface FileProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  /** For customers of the wholesale table. */
  readonly wholesale_price: number;
  /** What is in the warehouse. */
  readonly on_hand: number;
}

export interface FileOrder {
  readonly id: string;
  readonly customer_tax_id: string;
  /** At the prices that a salesperson agreed on. */
  readonly items: readonly { readonly sku: string; readonly quantity: number; readonly unit_price: number }[];
  readonly total: number;
  /** Null until it's invoiced. */
  readonly invoice: { readonly number: string; readonly tracking_code: string } | null;
  readonly payments: readonly { readonly id: string; readonly amount: number; readonly method: string }[];
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly reason: string }[];
}

export interface DayFile {
  readonly customers: readonly { readonly id: string; readonly name: string; readonly tax_id: string }[];
  readonly products: readonly FileProduct[];
  readonly orders: readonly FileOrder[];
}

const CUSTOMERS = 20;
const MAX_LINES = 3;

/** A day of a distributor. The same counts give the same day. */
export function makeDay(counts: { readonly products: number; readonly orders: number }): DayFile {
  const products = Array.from({ length: counts.products }, (_, i) => ({
    id: `P-${i + 1}`,
    sku: `SKU-${i + 1}`,
    name: `Produto ${i + 1}`,
    price: (1000 + i) / 100,
    wholesale_price: (900 + i) / 100,
    on_hand: 10 * counts.orders + (i % 50),
  }));
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => ({
    id: `C-${i + 1}`,
    name: `Cliente ${i + 1}`,
    tax_id: cpf(100_000_000 + i),
  }));
  return {
    products,
    customers,
    orders: Array.from({ length: counts.orders }, (_, i) => makeOrder(i, products)),
  };
}

function makeOrder(i: number, products: readonly FileProduct[]): FileOrder {
  const items = Array.from({ length: 1 + (i % MAX_LINES) }, (_, line) => ({
    sku: products[(7 * i + line) % products.length]!.sku,
    quantity: 1 + ((i + line) % 5),
    unit_price: (800 + i) / 100,
  }));
  const cents = items.reduce((sum, { quantity }) => sum + quantity * (800 + i), 0);
  const isPaid = i % 4 !== 3;
  // One order in ten was short of a unit, whose price is paid back.
  const isShort = isPaid && i % 10 === 0;
  return {
    id: `O-${i + 1}`,
    customer_tax_id: cpf(100_000_000 + (i % CUSTOMERS)),
    items,
    total: cents / 100,
    invoice: i % 5 === 4 ? null : { number: String(1000 + i), tracking_code: `BR${100_000 + i}` },
    payments: isPaid ? [{ id: `PIX-${i + 1}`, amount: cents / 100, method: 'pix' }] : [],
    refunds: isShort ? [{ id: `REF-${i + 1}`, amount: (800 + i) / 100, reason: 'A unit was missing' }] : [],
  };
}

/** A CPF with its two check digits, from the nine digits before them. */
function cpf(base: number): string {
  const digits = [...String(base)].map(Number);
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, i) => total + digit * (length + 1 - i), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
