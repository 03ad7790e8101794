import { Tradepost } from '@tradepost/sdk';
import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

it.each([
  ['Basic', 60, 5],
  ['Pro', 300, 50],
  ['Enterprise', 3000, 500],
] as const)(
  'shows a key on the plan %s its limit of %d requests a minute and of %d GB',
  async (plan, limit, gb) => {
    const { tp, tenantId, key } = await environment().tenant({
      plan,
      name: 'Loja Açaí',
      scopes: ['products.read', 'orders.write'],
    });
    expect(await tp.me()).toEqual({
      tenant: { id: tenantId, name: 'Loja Açaí', plan, currency: 'BRL' },
      api_key: {
        prefix: key.slice(0, 11),
        name: 'test',
        scopes: ['products.read', 'orders.write'],
        expires_at: null,
      },
      rate_limit: { limit, window_seconds: 60 },
      storage: { used_bytes: 0, limit_bytes: gb * 1e9 },
      data_epoch: expect.stringMatching(/^\w+$/),
    });
  },
);

it('responds to a key without any scope', async () => {
  const { tp } = await environment().tenant({ scopes: [] });
  expect((await tp.me()).api_key.scopes).toEqual([]);
});

it('shows each key of a tenant its own expiry', async () => {
  const { addKey } = await environment().tenant();
  const { key } = await addKey(['products.read'], '2031-01-31T12:00:00.5Z');
  const { api_key } = await new Tradepost({ apiKey: key, baseUrl: environment().baseUrl }).me();
  expect(api_key).toMatchObject({ scopes: ['products.read'], expires_at: '2031-01-31T12:00:00.500Z' });
});
