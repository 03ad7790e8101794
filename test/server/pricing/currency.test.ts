import { expect, it } from 'vitest';
import { isCurrency } from '../../../server/accounts/tenants/currency.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();

it.each(['BRL', 'ARS', 'EUR', 'MXN', 'USD', 'UYU', 'XCD'])('accepts %s, which has 2 decimals', (code) =>
  expect(isCurrency(code)).toBe(true),
);

it.each([
  ...['CLP', 'JPY', 'PYG', 'XOF', 'KWD', 'CLF'],
  ...['XAU', 'XDR', 'XTS', 'XXX', 'ABC', 'brl', 'R$', 'BR', 'BRLX', ''],
])('refuses %j, which is not a currency with 2 decimals', (code) => expect(isCurrency(code)).toBe(false));

it("shows the tenant's currency on the key, on orders and on price tables", async () => {
  const { tp, order, quote, priceTables } = await openShop(environment(), { currency: 'ARS' });
  const { sku } = await stocked(tp, 1);
  const items = [{ sku, quantity: 1 }];
  expect((await tp.me()).tenant.currency).toBe('ARS');
  expect((await quote({ items })).currency).toBe('ARS');
  expect((await order({ items })).currency).toBe('ARS');
  expect(await priceTables.create({ name: 'T', code: 'T', kind: 'fixed' })).toMatchObject({
    currency: 'ARS',
  });
});
