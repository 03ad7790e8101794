import { contract, exampleBody } from '../contract.ts';
import { checkRow, rowResults } from '../rows.ts';
import {
  ApiProblem,
  etagOf,
  invalidReferences,
  invalidRequest,
  notFound,
  productFinder,
  referenceIssue,
  requireVersion,
} from '../service-rules.js';
import { Crud, type MemoryRequest, type MemoryResponse, shownRow } from './crud.ts';
import { Feed } from './feed.ts';
import { Orders } from './orders.ts';
import { exportOf, type Listing, pageOf } from './pages.ts';
import { PriceEntries } from './price-entries.ts';
import type { Resource } from './resource.ts';
import { openTables, resources } from './resources.ts';
import { Stock } from './stock.ts';
import { Clock, canonical, type Fields, NotKnown, type Row } from './table.ts';

type Handler = (request: MemoryRequest) => MemoryResponse;

/** A shop that is empty at first. Each operation does what the service does, or throws NotKnown. */
export class Memory {
  readonly #handlers: ReadonlyMap<string, Handler>;
  /** The responses to what was sent with an Idempotency-Key, and what that was. */
  readonly #stored = new Map<string, { readonly sent: string; readonly response: MemoryResponse }>();

  constructor() {
    const clock = new Clock();
    const [tables, stock, feed] = [openTables(clock), new Stock(clock), new Feed(clock)];
    const entries = new PriceEntries(tables.Product);
    const orders = new Orders({ tables, entries, stock, feed, clock });
    this.#handlers = new Map<string, Handler>([
      [
        'getMe',
        () => ({ status: 200, body: exampleBody(contract.operations.getMe.bodies['application/json']![0]!) }),
      ],
      ['listEvents', ({ query }) => ({ status: 200, body: feed.page(query) })],
      ...resources(tables, stock).flatMap((resource) => ofResource(resource, feed)),
      ...ofStock(stock, tables.Product),
      ...ofEntries(entries, tables.PriceTable),
      ...ofOrders(orders),
    ]);
  }

  /** `key` is the Idempotency-Key, and `sent` what identifies the request. */
  respond(request: MemoryRequest, key: string | undefined, sent: Fields): MemoryResponse {
    const handler = this.#handlers.get(request.operation);
    if (!handler)
      throw new NotKnown(
        `It doesn't know ${request.operation}. Answer it with fake.on('${request.operation}', …).`,
      );
    if (key === undefined) return handler(request);
    const stored = this.#stored.get(key);
    if (stored && stored.sent !== canonical(sent)) throw keyReused();
    if (stored)
      return { ...stored.response, headers: { ...stored.response.headers, 'idempotency-replayed': 'true' } };
    const response = structuredClone(handler(request));
    this.#stored.set(key, { sent: canonical(sent), response });
    return response;
  }
}

const keyReused = (): ApiProblem =>
  new ApiProblem('idempotency_key_reused', 'This Idempotency-Key was used for a different request.', {
    errors: [
      { header: 'Idempotency-Key', code: 'idempotency_key_reused', detail: 'belongs to a different request' },
    ],
  });

type Entries = (readonly [operation: string, handler: Handler])[];

const ofListing = (plural: string, listing: () => Listing): Entries => [
  [`list${plural}`, ({ query }) => ({ status: 200, body: pageOf(listing(), query) })],
  [`export${plural}`, ({ query }) => ({ status: 200, body: exportOf(listing(), query) })],
];

function ofResource(resource: Resource, feed: Feed): Entries {
  const { name, table, filters, shown } = resource;
  const crud = new Crud(resource, feed);
  const plural = `${name}s`.replace(/ys$/, 'ies');
  const documents = () => table.rows.map((row) => shown?.(row).document ?? row);
  return [
    ...ofListing(plural, () => ({ operation: `list${plural}`, rows: documents(), filters })),
    [`get${name}`, (request) => crud.get(request)],
    [`get${name}ByExternalId`, (request) => crud.get(request)],
    [`create${name}`, (request) => crud.create(request)],
    [`update${name}`, (request) => crud.update(request)],
    [`update${name}ByExternalId`, (request) => crud.update(request)],
    [`upsert${name}`, (request) => crud.upsert(request)],
    [`delete${name}`, (request) => crud.delete(request)],
    [`delete${name}ByExternalId`, (request) => crud.delete(request)],
    [`batch${plural}`, (request) => crud.batch(request)],
  ];
}

function ofStock(
  stock: Stock,
  products: { readonly live: Row[]; find(field: string, id: unknown): Row | undefined },
): Entries {
  const named = (body: Fields): Row | undefined => productFinder(products.live)(body);
  const adjusted = (id: number, body: Fields): MemoryResponse => {
    const { movement, balance } = stock.adjust(id, body);
    return {
      status: 201,
      body: { movement, balance },
      headers: { location: `/api/v1/stock-movements/${movement.id}` },
    };
  };
  return [
    ...ofListing('Stock', () => stock.listing),
    [
      'getStockMovement',
      ({ params }) => {
        const body = stock.movement(params.stock_movement_id);
        if (!body) throw notFound('stock movement', 'stock_movement_id');
        return { status: 200, body };
      },
    ],
    [
      'adjustStock',
      ({ params, body }) => {
        const product = products.find('id', params.product_id);
        if (!product) throw notFound('product', 'product_id');
        return adjusted(product.id, body);
      },
    ],
    [
      'createStockAdjustment',
      ({ body }) => {
        const product = named(body);
        if (!product) throw invalidReferences([referenceIssue('#', body)]);
        return adjusted(product.id, body);
      },
    ],
    ['batchStockAdjustments', (request) => ({ status: 200, body: adjustAll(stock, named, request) })],
  ];
}

/** Rows that name the same product are all refused: their order would decide the result. */
function adjustAll(
  stock: Stock,
  named: (body: Fields) => Row | undefined,
  { operation, body }: MemoryRequest,
): object {
  const items = body.items as Fields[];
  const ids = items.map((item) => {
    try {
      return named(checkRow(operation, undefined, item))?.id;
    } catch {
      return undefined; // an invalid row doesn't count
    }
  });
  return rowResults(items, (item, index) => {
    const row = checkRow(operation, undefined, item);
    const id = ids[index];
    const { pointer } = referenceIssue('#', row);
    if (id === undefined) throw invalidReferences([referenceIssue('#', row)]);
    if (ids.filter((each) => each === id).length > 1)
      throw invalidRequest([{ pointer, code: 'repeated', detail: 'several rows name this product' }]);
    const { changed, balance } = stock.count(id, row);
    return { status: changed ? 201 : 200, data: balance };
  });
}

function ofEntries(
  entries: PriceEntries,
  tables: { find(field: string, id: unknown): Row | undefined; touch(row: Row): Row },
): Entries {
  const tableOf = ({ params }: MemoryRequest): Row => {
    const table = tables.find('id', params.price_table_id);
    if (!table) throw notFound('price table', 'price_table_id');
    return table;
  };
  return [
    [
      'listPriceTableEntries',
      (request) => ({ status: 200, body: pageOf(entries.listing(tableOf(request)), request.query) }),
    ],
    [
      'setPriceTableEntries',
      (request) => {
        const table = tableOf(request);
        requireVersion(request, table.version);
        const body = entries.set(table, request.body.entries as Fields[]);
        const { version } = tables.touch(table);
        return { status: 200, body, headers: { etag: etagOf({ version, documentRevision: 1 }) } };
      },
    ],
  ];
}

function ofOrders(orders: Orders): Entries {
  const etag = ({ version }: Row): string => etagOf({ version, documentRevision: 1 });
  const orderOf = ({ params }: MemoryRequest): Row => {
    const order = orders.table.find('id', params.order_id);
    if (!order) throw notFound('order', 'order_id');
    return order;
  };
  return [
    ...ofListing('Orders', () => orders.listing),
    [
      'getOrder',
      (request) => {
        const order = orderOf(request);
        return shownRow(order, etag(order), request);
      },
    ],
    [
      'createOrder',
      ({ body }) => {
        const order = orders.create(body);
        const headers = { etag: etag(order), location: `/api/v1/orders/${order.id}` };
        return { status: 201, body: order, headers };
      },
    ],
    ['quoteOrder', ({ body }) => ({ status: 200, body: orders.quote(body) })],
    [
      'setOrderStatus',
      (request) => {
        const order = orderOf(request);
        requireVersion(request, order.version);
        const moved = orders.setStatus(order, request.body);
        return { status: 200, body: moved, headers: { etag: etag(moved) } };
      },
    ],
  ];
}
