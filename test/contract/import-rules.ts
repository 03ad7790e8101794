import type { Import } from './read-imports.ts';

const FEATURES =
  'addresses|products|categories|customers|stock|price-tables|promotions|coupons|events|reports';
/** They watch the other features. */
const OBSERVERS = 'alerts|request-log';

/** From top to bottom: a file imports from its own layer and from those below it. */
const LAYERS: readonly (readonly [layer: string, files: RegExp])[] = [
  ['commands', /^server\/(cli|program|commands\/.+)$/],
  ['service', /^server\/(service|start-worker|start-jobs|process\/.+)$/],
  ['app', /^server\/app$/],
  [
    'roles',
    /^server\/(operations|http\/.+|telemetry\/(?!telemetry$).+|panel\/.+|webhooks\/(worker|send\/delivery-dispatcher))$/,
  ],
  ['handlers', /^server\/([^/]+\/handlers|webhooks\/send\/send-attempt)$/],
  ['orders', /^server\/orders\/(?!handlers$).+$/],
  [
    'features',
    new RegExp(
      `^server/(${FEATURES}|${OBSERVERS}|webhooks)/(?!(handlers|worker|send/delivery-dispatcher|send/send-attempt|outbox)$).+$`,
    ),
  ],
  [
    'shared stores',
    /^server\/(webhooks\/outbox|resources\/.+|audit\/.+|(api-keys|tenants)\/(?!handlers$).+)$/,
  ],
  ['context', /^server\/context$/],
  [
    'base',
    /^server\/(handler|config|errors|row-issues|problem-size|validation-budget|preconditions|validity|durations|parse-url|labels|env-reader|port-errors|trust-proxy|smtp-settings|pagination|money|contract|periodic-task|background-jobs|version|telemetry\/telemetry|log|atomic-file|secret-key|secret-box|installation-key|start-error|db\/.+)$/,
  ],
  ['generated', /^generated\/openapi$/],
];

const layerIndex = (file: string): number => LAYERS.findIndex(([, files]) => files.test(file));
export const layersOf = (file: string): string[] =>
  LAYERS.filter(([, files]) => files.test(file)).map(([layer]) => layer);

/** Files without I/O. At run time they import only each other, the problems to throw, and hash functions. */
export const PURE = [
  ...'money durations parse-url labels pagination preconditions validity api-keys/key tenants/plans products/gtin products/reference customers/tax-id'.split(
    ' ',
  ),
  ...'db/json-object stock/level stock/actor orders/totals orders/agreed-price orders/resolve-lines orders/build-order webhooks/outbox'.split(
    ' ',
  ),
  ...'price-tables/price promotions/allocate promotions/discount promotions/apply'.split(' '),
  ...'addresses/states addresses/postal-codes addresses/city-code customers/state-registration customers/recent-registrations orders/access-key orders/past-time orders/fiscal-document orders/payment-terms'.split(
    ' ',
  ),
  ...'orders/status orders/amount-range orders/price-lines orders/discounts orders/event-data'.split(' '),
  ...'webhooks/send/retry-schedule webhooks/send/decide-retry webhooks/send/signature'.split(' '),
  ...'webhooks/send/endpoint-state webhooks/send/known-endpoints webhooks/send/send-pool webhooks/send/endpoint-scheduler webhooks/queue/claim-limit'.split(
    ' ',
  ),
  ...'webhooks/send/address-kinds webhooks/send/safe-address webhooks/send/retry-after webhooks/endpoints/duration-histogram secret-box'.split(
    ' ',
  ),
].map((file) => `server/${file}`);
const ALLOWED_IN_PURE = [
  ...PURE,
  'server/errors',
  'node:crypto',
  'node:zlib',
  'cpf-cnpj-validator',
  '@brazilian-utils/brazilian-utils/is-valid-ie',
  'ipaddr.js',
];

type Rule = (imported: Import) => boolean;

const isOwnFile = (file: string): boolean => /^(server|sdk|generated|openapi|test)\//.test(file);
const within = (folder: string) => (file: string) => file.startsWith(`${folder}/`);

function importsUpward({ from, to }: Import): boolean {
  if (!within('server')(from) || !isOwnFile(to)) return false;
  return layerIndex(from) === -1 || layerIndex(to) < layerIndex(from);
}

/** Each rule in words, and the test for an import that breaks it. */
const RULES: readonly (readonly [words: string, broken: Rule])[] = [
  ['a file belongs to a layer, and imports from its own layer and from lower ones', importsUpward],
  [
    'only operations imports the handlers',
    ({ from, to }) => /\/handlers$/.test(to) && from !== to && from !== 'server/operations',
  ],
  [
    'server and sdk do not import each other',
    ({ from, to }) =>
      (within('server')(from) && /^(sdk\/|@tradepost)/.test(to)) ||
      (within('sdk')(from) && within('server')(to)),
  ],
  [
    'nothing that is shipped imports tests or the contract tools',
    ({ from, to }) => /^(test|openapi)\//.test(to) && !from.startsWith(`${to.split('/')[0]}/`),
  ],
  [
    'a store does not import HTTP',
    ({ from, to }) => /\/store$/.test(from) && (within('server/http')(to) || /^(express|node:http)/.test(to)),
  ],
  [
    'a resource imports no file of webhooks except the outbox',
    ({ from, to }) =>
      new RegExp(`^server/(${FEATURES}|orders)/`).test(from) &&
      within('server/webhooks')(to) &&
      to !== 'server/webhooks/outbox',
  ],
  [
    'the panel has no SQL of its own: it uses the stores that the commands use',
    ({ from, to }) =>
      within('server/panel')(from) && /^(server\/db\/(query-builder|statement)|pg|knex)$/.test(to),
  ],
  [
    'only the app and the service import the panel',
    ({ from, to }) =>
      within('server/panel')(to) && !within('server/panel')(from) && !/^server\/(app|service)$/.test(from),
  ],
  [
    'a pure file does no I/O',
    ({ from, to, typeOnly }) => PURE.includes(from) && !typeOnly && !ALLOWED_IN_PURE.includes(to),
  ],
  [
    'only the base layer imports the generated types',
    ({ from, to }) => within('server')(from) && within('generated')(to) && !layersOf(from).includes('base'),
  ],
  ['generated files are imported only as types', ({ to, typeOnly }) => within('generated')(to) && !typeOnly],
  [
    'the sdk imports its own files, packages and generated types',
    ({ from, to }) =>
      within('sdk/src')(from) && isOwnFile(to) && !within('sdk/src')(to) && !within('generated')(to),
  ],
  [
    'the contract tools import only their own files',
    ({ from, to }) => within('openapi')(from) && isOwnFile(to) && !within('openapi')(to),
  ],
];

/** Every import that breaks a rule, as `from imports to: rule`, and every import cycle. */
export function importViolations(imports: readonly Import[]): string[] {
  const broken = RULES.flatMap(([words, isBroken]) =>
    imports.filter(isBroken).map(({ from, to }) => `${from} imports ${to}: ${words}`),
  );
  return [...broken, ...cycles(imports)];
}

/** Cycles are violations within a layer too: such files are really one. */
function cycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) if (from !== to) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file))
      return void found.push(`an import cycle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`);
    if (done.has(file)) return;
    for (const to of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return found;
}
