import type { Import } from './read-imports.ts';

const FEATURES = 'products|categories|customers|stock|price-tables|promotions|coupons|events';

/** From the top to the bottom: a file imports from its own line and from lines below it. */
const LAYERS: readonly (readonly [line: string, files: RegExp])[] = [
  ['commands', /^server\/(cli|commands\/.+)$/],
  ['service', /^server\/(service|start-worker)$/],
  ['app', /^server\/app$/],
  ['roles', /^server\/(operations|http\/.+|panel\/.+|webhooks\/(worker|send\/delivery-dispatcher))$/],
  ['handlers', /^server\/([^/]+\/handlers|webhooks\/send\/send-attempt)$/],
  ['orders', /^server\/orders\/(?!handlers$).+$/],
  [
    'features',
    new RegExp(
      `^server/(${FEATURES}|webhooks)/(?!(handlers|worker|send/delivery-dispatcher|send/send-attempt|outbox)$).+$`,
    ),
  ],
  ['shared stores', /^server\/(webhooks\/outbox|resources\/.+|(api-keys|tenants)\/(?!handlers$).+)$/],
  ['context', /^server\/context$/],
  [
    'floor',
    /^server\/(handler|config|errors|problem-size|validation-budget|preconditions|validity|durations|env-reader|trust-proxy|pagination|ids|money|contract|periodic-task|log|atomic-file|secret-key|secret-box|installation-key|db\/.+)$/,
  ],
  ['generated', /^generated\/openapi$/],
];

const layerIndex = (file: string): number => LAYERS.findIndex(([, files]) => files.test(file));
export const layersOf = (file: string): string[] =>
  LAYERS.filter(([, files]) => files.test(file)).map(([line]) => line);

/** What decides and does nothing else. At run time it imports others of its kind, problems to throw, and hashes. */
export const PURE = [
  ...'money durations pagination preconditions validity api-keys/key tenants/plans products/gtin customers/tax-id'.split(
    ' ',
  ),
  ...'db/json-object stock/level stock/actor orders/totals orders/resolve-lines orders/build-order webhooks/outbox'.split(
    ' ',
  ),
  ...'price-tables/price promotions/allocate promotions/discount promotions/apply'.split(' '),
  ...'orders/status orders/amount-range orders/price-lines orders/discounts orders/event-data'.split(' '),
  ...'webhooks/send/retry-schedule webhooks/send/decide-retry webhooks/send/signature'.split(' '),
  ...'webhooks/send/endpoint-state webhooks/send/known-endpoints webhooks/send/send-pool webhooks/send/endpoint-scheduler'.split(
    ' ',
  ),
  ...'webhooks/send/address-kinds webhooks/send/safe-address webhooks/send/retry-after secret-box'.split(' '),
].map((file) => `server/${file}`);
const ALLOWED_IN_PURE = [
  ...PURE,
  'server/errors',
  'node:crypto',
  'node:zlib',
  'cpf-cnpj-validator',
  'ipaddr.js',
];

type Rule = (imported: Import) => boolean;

const isOwnFile = (file: string): boolean => /^(server|sdk|generated|openapi|test)\//.test(file);
const within = (folder: string) => (file: string) => file.startsWith(`${folder}/`);

function importsUpward({ from, to }: Import): boolean {
  if (!within('server')(from) || !isOwnFile(to)) return false;
  return layerIndex(from) === -1 || layerIndex(to) < layerIndex(from);
}

/** What must never be, in words, and how to see it. */
const RULES: readonly (readonly [words: string, broken: Rule])[] = [
  ['a file has a line, and imports from its own and from lower ones', importsUpward],
  [
    'only operations knows the handlers',
    ({ from, to }) => /\/handlers$/.test(to) && from !== to && from !== 'server/operations',
  ],
  [
    'server and sdk do not know each other',
    ({ from, to }) =>
      (within('server')(from) && /^(sdk\/|@tradepost)/.test(to)) ||
      (within('sdk')(from) && within('server')(to)),
  ],
  [
    'nothing that is shipped imports tests or the making of the contract',
    ({ from, to }) => /^(test|openapi)\//.test(to) && !from.startsWith(`${to.split('/')[0]}/`),
  ],
  [
    'a store does not know HTTP',
    ({ from, to }) => /\/store$/.test(from) && (within('server/http')(to) || /^(express|node:http)/.test(to)),
  ],
  [
    'a resource knows no file of the webhooks but the outbox',
    ({ from, to }) =>
      new RegExp(`^server/(${FEATURES}|orders)/`).test(from) &&
      within('server/webhooks')(to) &&
      to !== 'server/webhooks/outbox',
  ],
  [
    'a rule does no I/O',
    ({ from, to, typeOnly }) => PURE.includes(from) && !typeOnly && !ALLOWED_IN_PURE.includes(to),
  ],
  [
    'only the floor reads the generated types',
    ({ from, to }) => within('server')(from) && within('generated')(to) && !layersOf(from).includes('floor'),
  ],
  [
    'what is generated is imported for its types alone',
    ({ to, typeOnly }) => within('generated')(to) && !typeOnly,
  ],
  [
    'the sdk imports its own files, packages and generated types',
    ({ from, to }) =>
      within('sdk/src')(from) && isOwnFile(to) && !within('sdk/src')(to) && !within('generated')(to),
  ],
  [
    'the making of the contract stands alone',
    ({ from, to }) => within('openapi')(from) && isOwnFile(to) && !within('openapi')(to),
  ],
];

/** Every import that breaks a rule, as `from imports to: rule`, and every circle of files. */
export function importViolations(imports: readonly Import[]): string[] {
  const broken = RULES.flatMap(([words, isBroken]) =>
    imports.filter(isBroken).map(({ from, to }) => `${from} imports ${to}: ${words}`),
  );
  return [...broken, ...cycles(imports)];
}

/** Files that need each other are one file in two pieces, whichever line they are on. */
function cycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) if (from !== to) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file))
      return void found.push(`a circle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`);
    if (done.has(file)) return;
    for (const to of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return found;
}
