/** A class of the SDK: its methods, each with the `operationId` behind it, in the order of the documentation. */
export interface ResourceClass {
  readonly name: string;
  readonly doc: string;
  readonly methods: Readonly<Record<string, string>>;
  /** A base class of its own, for methods that aren't single operations. */
  readonly base?: { readonly name: string; readonly file: string };
}

const crud = (one: string, many: string): Record<string, string> => ({
  list: `list${many}`,
  export: `export${many}`,
  get: `get${one}`,
  create: `create${one}`,
  update: `update${one}`,
  upsert: `upsert${one}`,
  delete: `delete${one}`,
  getByExternalId: `get${one}ByExternalId`,
  updateByExternalId: `update${one}ByExternalId`,
  deleteByExternalId: `delete${one}ByExternalId`,
  batch: `batch${many}`,
});

export const RESOURCES: readonly ResourceClass[] = [
  {
    name: 'Products',
    doc: 'What the tenant sells.',
    methods: { ...crud('Product', 'Products'), adjustStock: 'adjustStock' },
  },
  {
    name: 'Categories',
    doc: 'The tree that products are sorted into.',
    methods: crud('Category', 'Categories'),
  },
  {
    name: 'Customers',
    doc: 'People and companies that buy.',
    methods: {
      ...crud('Customer', 'Customers'),
      erase: 'createCustomerErasure',
      getErasure: 'getCustomerErasure',
      personalData: 'getCustomerPersonalData',
    },
  },
  {
    name: 'Stock',
    doc: 'Balances, and the ledger of their changes.',
    methods: {
      list: 'listStock',
      export: 'exportStock',
      adjust: 'createStockAdjustment',
      batch: 'batchStockAdjustments',
      movements: 'listStockMovements',
      exportMovements: 'exportStockMovements',
      getMovement: 'getStockMovement',
    },
  },
  {
    name: 'PriceTables',
    doc: 'Prices for some customers, such as wholesale.',
    methods: {
      ...crud('PriceTable', 'PriceTables'),
      entries: 'listPriceTableEntries',
      exportEntries: 'exportPriceTableEntries',
      setEntries: 'setPriceTableEntries',
    },
  },
  {
    name: 'Promotions',
    doc: 'Discounts that apply by themselves.',
    methods: crud('Promotion', 'Promotions'),
  },
  {
    name: 'Coupons',
    doc: 'Codes that buyers redeem for a discount.',
    methods: {
      ...crud('Coupon', 'Coupons'),
      validate: 'validateCoupon',
      redemptions: 'listCouponRedemptions',
      exportRedemptions: 'exportCouponRedemptions',
    },
  },
  {
    name: 'Orders',
    doc: 'Orders, their payments, refunds, returns and deliveries.',
    methods: {
      list: 'listOrders',
      export: 'exportOrders',
      exportLines: 'exportOrderLines',
      get: 'getOrder',
      create: 'createOrder',
      update: 'updateOrder',
      import: 'importOrders',
      quote: 'quoteOrder',
      setStatus: 'setOrderStatus',
      addPayment: 'addOrderPayment',
      voidPayment: 'voidOrderPayment',
      refund: 'addOrderRefund',
      return: 'addOrderReturn',
      addDeliveryAttempt: 'addDeliveryAttempt',
      getPayment: 'getOrderPayment',
      getRefund: 'getOrderRefund',
      getReturn: 'getOrderReturn',
      getDeliveryAttempt: 'getDeliveryAttempt',
      payments: 'listPayments',
      exportPayments: 'exportPayments',
      refunds: 'listRefunds',
      exportRefunds: 'exportRefunds',
      returns: 'listReturns',
      exportReturns: 'exportReturns',
      deliveryAttempts: 'listDeliveryAttempts',
      exportDeliveryAttempts: 'exportDeliveryAttempts',
    },
    base: { name: 'OrderImports', file: './order-imports.ts' },
  },
  { name: 'Reports', doc: 'Sums of orders.', methods: { sales: 'getSalesReport' } },
  {
    name: 'Events',
    doc: 'The events that webhooks deliver, as a feed.',
    methods: { list: 'listEvents', export: 'exportEvents' },
    base: { name: 'EventFeed', file: './event-feed.ts' },
  },
];

/** Operations that are methods of the client itself. */
export const OF_THE_CLIENT = ['getMe'];

/** POSTs that write nothing. */
export const COMPUTING = ['quoteOrder', 'validateCoupon'];
