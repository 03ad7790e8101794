// A part of the contract, with something of everything that the lint rules are about.
import type { Node } from './change-contract.ts';

/** An operation of each method and kind, and those that cause the events below. */
const OPERATIONS = [
  ...['getMe', 'listEvents', 'exportEvents', 'listStockMovements', 'exportStockMovements'],
  ...['listProducts', 'exportProducts', 'createProduct', 'getProduct', 'updateProduct', 'deleteProduct'],
  ...['createCategory', 'upsertCategory', 'updateCategory', 'deleteCategory'],
  ...['createOrder', 'getOrder', 'setOrderStatus', 'addDeliveryAttempt', 'createStockAdjustment'],
  'importOrders',
];
const KINDS = [
  'order.created',
  'product.created',
  'product.deleted',
  'delivery.completed',
  'delivery.failed',
];

interface Operation {
  readonly operationId: string;
}
type Sentences = Readonly<Record<string, { by: string[] }>>;
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { 'x-event': { fires: Sentences } } }>;
  components: Record<string, Record<string, object>>;
  'x-http-responses': object;
}

/** Tools take a quarter of the time that the whole contract takes, or less. */
export function smallContract(whole: Node, operations: readonly string[] = OPERATIONS): Node {
  const contract = structuredClone(whole) as unknown as Contract;
  keepOperations(contract, operations);
  keepEvents(contract, operations);
  keepComponents(contract);
  return contract as unknown as Node;
}

function keepOperations({ paths }: Contract, operations: readonly string[]): void {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(item))
      if (operationId !== undefined && !operations.includes(operationId)) delete item[method];
    if (Object.keys(item).every((key) => key === 'parameters')) delete paths[path];
  }
}

function keepEvents(contract: Contract, operations: readonly string[]): void {
  const { webhooks, components } = contract;
  const { EventKind, Event } = components.schemas as unknown as {
    EventKind: { enum: string[] };
    Event: { oneOf: { $ref: string }[]; discriminator: { mapping: Record<string, string> } };
  };
  const { mapping } = Event.discriminator;
  for (const kind of Object.keys(webhooks)) {
    if (KINDS.includes(kind)) continue;
    Event.oneOf = Event.oneOf.filter(({ $ref }) => $ref !== mapping[kind]);
    delete mapping[kind];
    delete webhooks[kind];
  }
  EventKind.enum = EventKind.enum.filter((kind) => KINDS.includes(kind));
  for (const { post } of Object.values(webhooks))
    for (const sentence of Object.values(post['x-event'].fires))
      sentence.by = sentence.by.filter((cause) => operations.includes(cause));
}

const REFERENCE = /"#\/components\/([^"/]+)\/([^"/]+)/g;

/** Those that the rest refers to. */
function keepComponents(contract: Contract): void {
  const { paths, webhooks, components } = contract;
  const used = new Set<string>();
  const visit = (part: object): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      visit(components[kind!]![name!]!);
    }
  };
  visit([paths, webhooks, contract['x-http-responses']]);
  for (const [kind, parts] of Object.entries(components))
    for (const name of Object.keys(parts))
      if (kind !== 'securitySchemes' && !used.has(`${kind}/${name}`)) delete parts[name];
}
