import { beforeAll, describe, expect, it } from 'vitest';
import { loggedIn, textOf, type Visitor } from '../support/panel.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();
let sample: SampleShop;
let owner: Visitor;
let ids: Readonly<Record<'customer' | 'product' | 'coupon' | 'promotion' | 'order', number>>;

beforeAll(async () => {
  sample = await openSampleShop(environment());
  owner = await loggedIn(environment().baseUrl, sample.users.owner);
  const { shop } = sample;
  const { tp } = shop;
  const customer = await tp.customers.create({
    type: 'person',
    name: 'José Antônio Gonçalves',
    external_id: 'Cli-Zé-7',
    email: 'Jose.Antonio@Example.com',
    phone: '(11) 98765-4321',
    tax_id: '529.982.247-25',
  });
  const product = await tp.products.create({ name: 'Pão de Açúcar', sku: 'PaoDoce-9', price: 7 });
  await tp.stock.adjust({ product_id: product.id, mode: 'set', quantity: 9, reason: 'initial' });
  const promotion = await tp.promotions.create({
    name: 'Semana do Café',
    requires_coupon: true,
    discount: { type: 'percentage', percentage: 5 },
  });
  const coupon = await tp.coupons.create({ code: 'BemVindo7', promotion_id: promotion.id });
  const order = await shop.order({
    external_id: 'Shopify-Ab12',
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 1 }],
    coupon_code: 'BEMVINDO7',
  });
  ids = {
    customer: customer.id,
    product: product.id,
    coupon: coupon.id,
    promotion: promotion.id,
    order: order.id,
  };
});

const search = (visitor: Visitor, q: string) => visitor.get(`/panel/search?${new URLSearchParams({ q })}`);
const targetOf = async (q: string) => {
  const { status, location, text } = await search(owner, q);
  return status === 303 ? location : textOf(text);
};

describe('the search of the panel', () => {
  it.each([
    (id: number) => `#${id}`,
    (id: number) => `Pedido ${id}`,
    (id: number) => `pedido nº ${id}`,
    (id: number) => ` Order #${id}. `,
    () => 'shopify-ab12',
    () => 'SHOPIFY-AB12',
    () => '“Shopify-Ab12”',
    () => 'Pedido Shopify-aB12',
  ])('goes to an order by its number and by its external id: %#', async (q) => {
    expect(await targetOf(q(ids.order))).toBe(`/panel/orders/${ids.order}`);
  });

  it.each([
    'José Antônio Gonçalves',
    'jose antonio goncalves',
    'cli-zé-7',
    'CLI-ZÉ-7',
    'jose.antonio@example.com',
    '(11) 98765-4321',
    '+55 11 98765-4321',
    '529.982.247-25',
    '52998224725',
  ])('goes to a customer: %s', async (q) => {
    expect(await targetOf(q)).toBe(`/panel/search?of=customer&id=${ids.customer}`);
  });

  it.each(['pão de açúcar', 'Pao de acucar', 'paodoce-9', 'PAODOCE-9'])(
    'goes to a product: %s',
    async (q) => {
      expect(await targetOf(q)).toBe(`/panel/search?of=product&id=${ids.product}`);
    },
  );

  it('goes to a coupon and to a promotion', async () => {
    expect(await targetOf('bemvindo7')).toBe(`/panel/search?of=coupon&id=${ids.coupon}`);
    expect(await targetOf('semana do cafe')).toBe(`/panel/search?of=promotion&id=${ids.promotion}`);
  });

  it.each(['customer', 'product', 'coupon', 'promotion'] as const)(
    'shows the orders of a %s',
    async (kind) => {
      const { status, text } = await owner.get(`/panel/search?of=${kind}&id=${ids[kind]}`);
      expect(status).toBe(200);
      expect(text).toContain(`/panel/orders/${ids.order}`);
    },
  );

  it('goes to a delivery, which is open, to an event, and to what a request caused', async () => {
    const { deliveries, eventId } = sample;
    const list = '/panel/deliveries?q=';
    expect(await targetOf(deliveries.FAILED)).toBe(
      `${list}${deliveries.FAILED}&open=${deliveries.FAILED}#delivery-${deliveries.FAILED}`,
    );
    expect(await targetOf(`evento ${eventId.toUpperCase()}`)).toBe(`/panel/events/${eventId}`);
    const [event] = await environment().context.db.query<{ request_id: string }>(
      'SELECT request_id FROM events WHERE tenant_id = $1 AND event_id = $2',
      [sample.tenantId, eventId],
    );
    const found = await targetOf(event!.request_id);
    expect(found).toBe(`${list}${event!.request_id}`);
    expect((await owner.get(found!)).text).toContain(`Pedido ${sample.orderId}`);
    const opened = await owner.get((await targetOf(deliveries.FAILED))!);
    expect(opened.text).toContain(`id="delivery-${deliveries.FAILED}"`);
  });

  it('goes to a refused request, an endpoint, a key and a colleague', async () => {
    const { refusals, endpoints, users, keys } = sample;
    expect(await targetOf(refusals.scope)).toBe(`/panel/requests?request_id=${refusals.scope}`);
    expect(await targetOf('etiquetas.exemplo.com.br')).toBe(`/panel/webhooks/${endpoints.switchedOff}`);
    expect(await targetOf('etiquetas dos correios')).toBe(`/panel/webhooks/${endpoints.switchedOff}`);
    expect(await targetOf('importador de 2025')).toBe(`/panel/keys/${keys.expired}`);
    const [key] = await environment().context.db.query<{ prefix: string }>(
      'SELECT prefix FROM api_keys WHERE id = $1',
      [keys.expired],
    );
    expect(await targetOf(`${key!.prefix}…`)).toBe(`/panel/keys/${keys.expired}`);
    expect(await targetOf(users.support.email)).toBe(`/panel/team/${users.support.id}`);
  });

  it('lists what has words that begin so, by kind', async () => {
    const found = (await search(owner, 'ca')).text;
    expect(textOf(found)).toMatch(/Clientes .*Café da Estação.* Produtos .*Café Serra Alta/);
    expect(textOf((await search(owner, 'serra torrado')).text)).toContain('Café Serra Alta torrado');
    expect(await targetOf('ant gonc')).toContain('José Antônio Gonçalves');
  });

  it('says so when there is nothing, whatever was typed', async () => {
    for (const q of [
      'zzz',
      '%',
      "' OR 1=1 --",
      '\\',
      '🥖',
      '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e',
      'x'.repeat(3000),
    ])
      expect(await targetOf(q)).toContain('Nada encontrado');
    expect((await search(owner, '')).status).toBe(200);
  });

  it("shows nobody what they may not open, nor another tenant's", async () => {
    const { users, deliveries, keys } = sample;
    const none = await loggedIn(environment().baseUrl, users.none);
    const stranger = await loggedIn(environment().baseUrl, users.newcomer);
    for (const q of [
      `#${ids.order}`,
      'José Antônio Gonçalves',
      deliveries.FAILED,
      'Importador de 2025',
      users.support.email,
    ])
      for (const visitor of [none, stranger]) expect((await search(visitor, q)).status, q).toBe(200);
    expect((await stranger.get(`/panel/search?of=customer&id=${ids.customer}`)).status).toBe(404);
    expect((await none.get(`/panel/search?of=customer&id=${ids.customer}`)).status).toBe(404);
    const viewer = await loggedIn(environment().baseUrl, users.viewer);
    expect((await search(viewer, 'Importador de 2025')).status).toBe(200);
    expect((await search(viewer, 'etiquetas.exemplo.com.br')).location).toMatch(
      /^\/panel\/deliveries\?endpoint=/,
    );
    expect((await search(owner, 'Importador de 2025')).location).toBe(`/panel/keys/${keys.expired}`);
  });

  it('is in the header of every page, and finds the same in the list of deliveries', async () => {
    expect((await owner.get('/panel/audit')).text).toContain('action="/panel/search"');
    for (const q of [`Pedido ${ids.order}`, 'shopify-ab12', sample.deliveries.FAILED])
      expect(
        textOf((await owner.get(`/panel/deliveries?${new URLSearchParams({ q })}`)).text),
        q,
      ).not.toContain('Nenhuma entrega para');
  });
});
