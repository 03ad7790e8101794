import type { Order, OrderCreate, Tradepost } from '@tradepost/sdk';
import { expectNoProblem } from './catalogue.ts';
import { element, readCustomers, readInvoices, readProducts } from './files.ts';
import { findOrders } from './orders.ts';

/** Writes what the files have, by their own ids. Repeating it changes nothing. Returns the orders, with the totals of their invoices. */
export async function importFiles(tp: Tradepost): Promise<[order: Order, total: number][]> {
  await importProducts(tp);
  await importCustomers(tp);
  const found = await findOrders(tp);
  const orders: [Order, number][] = [];
  for (const xml of await readInvoices()) {
    const body = orderOf(xml);
    const id = body.external_id!;
    const order = found.get(id) ?? (await tp.orders.create(body, { idempotencyKey: `import-${id}` }));
    orders.push([order, body.expected_total!]);
  }
  return orders;
}

async function importProducts(tp: Tradepost): Promise<void> {
  const products = await readProducts();
  const categories = new Map(products.map(({ category }) => [category.id, category.name]));
  await expectNoProblem(
    tp.categories.batchAll([...categories].map(([external_id, name]) => ({ external_id, name }))),
  );
  await expectNoProblem(
    tp.products.batchAll(
      products.map(({ id, sku, name, price, category }) => ({
        ...{ external_id: id, sku, name, price, category_external_id: category.id },
      })),
      // What somebody added by hand has no id of ours.
      { matchBy: 'sku' },
    ),
  );
  await expectNoProblem(
    tp.stock.batchAll(
      products.map(({ sku, on_hand }) => ({ sku, mode: 'set', quantity: on_hand, reason: 'count' })),
    ),
  );
}

async function importCustomers(tp: Tradepost): Promise<void> {
  const rows = await readCustomers();
  await expectNoProblem(
    tp.customers.batchAll(
      rows.map(({ codigo, razao_social, cpf_cnpj, fone }) => ({
        ...{ external_id: codigo!, name: razao_social!, phone: fone!, tax_id: cpf_cnpj || null },
        type: cpf_cnpj!.includes('/') ? ('company' as const) : ('person' as const),
      })),
    ),
  );
}

const CHARGES = {
  vIPI: 'ipi',
  vST: 'icms_st',
  vFCPST: 'fcp_st',
  vSeg: 'insurance',
  vOutro: 'other',
} as const;

/** The order of an NF-e, field by field as the guide "Fields for Brazilian invoices" says. */
function orderOf(xml: string): OrderCreate {
  const total = element(xml, 'ICMSTot')!;
  const amount = (name: string, within = total): number => Number(element(within, name) ?? 0);
  const items = [...xml.matchAll(/<prod>[\s\S]*?<\/prod>/g)].map(([line]) => ({
    ...{ sku: element(line, 'cProd')!, quantity: amount('qCom', line) },
    ...{ unit_price: amount('vUnCom', line), discount: amount('vDesc', line) },
  }));
  const ofLines = items.reduce((sum, { discount }) => sum + Math.round(discount * 100), 0);
  return {
    external_id: `NF-${element(xml, 'nNF')}`,
    customer_tax_id: taxIdOf(element(xml, 'dest')!)!,
    placed_at: element(xml, 'dhEmi')!,
    items,
    agreed_discount: (Math.round(amount('vDesc') * 100) - ofLines) / 100,
    charges: Object.entries(CHARGES)
      .map(([name, type]) => ({ type, amount: amount(name) }))
      .filter((charge) => charge.amount > 0),
    shipping: { amount: amount('vFrete'), modality: Number(element(xml, 'modFrete')) as 0, ...shipTo(xml) },
    fiscal_document: { access_key: /Id="NFe(\d+)"/.exec(xml)![1]! },
    expected_total: amount('vNF'),
  };
}

const taxIdOf = (xml: string): string | undefined => element(xml, 'CNPJ') ?? element(xml, 'CPF');

function shipTo(xml: string): Pick<NonNullable<OrderCreate['shipping']>, 'address'> {
  const to = element(xml, 'entrega');
  if (to === undefined) return {};
  const text = (name: string): string | null => element(to, name) ?? null;
  const who = { recipient: text('xNome'), phone: text('fone'), tax_id: taxIdOf(to) ?? null };
  const street = { street: text('xLgr')!, number: text('nro'), complement: text('xCpl') };
  const city = { district: text('xBairro'), city: text('xMun')!, city_code: text('cMun'), state: text('UF') };
  return {
    address: { ...who, ...street, ...city, postal_code: text('CEP'), country: text('cPais') ?? 'BR' },
  };
}
