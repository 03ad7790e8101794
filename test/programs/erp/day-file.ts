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
  /** Before it was imported. */
  readonly placed_at: string;
  readonly status: 'Pending' | 'In_Transit';
  /** At the prices that a salesperson agreed on. */
  readonly items: readonly { readonly sku: string; readonly quantity: number; readonly unit_price: number }[];
  readonly total: number;
  /** Null until it's invoiced. */
  readonly invoice: {
    readonly access_key: string;
    readonly issued_at: string;
    readonly tracking_code: string;
  } | null;
  readonly payments: readonly { readonly id: string; readonly amount: number; readonly method: string }[];
  readonly refunds: readonly FileRefund[];
  readonly returns: readonly FileReturn[];
}

interface FileRefund {
  readonly id: string;
  readonly amount: number;
  readonly reason: string;
}

/** Goods that came back. Their price was paid back, and the refund has this id. */
export interface FileReturn extends FileRefund {
  readonly line: number;
  readonly quantity: number;
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
  const amount = (800 + i) / 100;
  // One order in 20 was short of a unit, whose price is paid back. Of another one a unit came back.
  const isShort = isPaid && i % 20 === 1;
  const cameBack = isPaid && i % 20 === 0;
  return {
    id: `O-${i + 1}`,
    customer_tax_id: cpf(100_000_000 + (i % CUSTOMERS)),
    placed_at: timeOf(9, i),
    status: i % 10 === 0 ? 'In_Transit' : 'Pending',
    items,
    total: cents / 100,
    invoice: i % 5 === 4 ? null : invoiceOf(i),
    payments: isPaid ? [{ id: `PIX-${i + 1}`, amount: cents / 100, method: 'pix' }] : [],
    refunds: isShort ? [{ id: `REF-${i + 1}`, amount, reason: 'A unit was missing' }] : [],
    returns: cameBack ? [{ id: `RET-${i + 1}`, line: 1, quantity: 1, amount, reason: 'One too many' }] : [],
  };
}

/** A time of the day: the day's first order is placed at 9:00, the next one a minute later. */
const timeOf = (hour: number, minute: number): string =>
  new Date(Date.UTC(2026, 0, 15, hour, minute)).toISOString();

const invoiceOf = (i: number): FileOrder['invoice'] => ({
  access_key: accessKey(1000 + i),
  issued_at: timeOf(18, i),
  tracking_code: `BR${100_000 + i}`,
});

/** The access key of an NF-e of January 2026, series 1, with its check digit. */
function accessKey(number: number): string {
  const digits = `41260111222333000181550010${String(number).padStart(8, '0')}1${String(number).padStart(8, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 8)), 0);
  return digits + (sum % 11 < 2 ? 0 : 11 - (sum % 11));
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
