// Who may import whom, for dependency-cruiser: `npm run lint:imports`. The tree is explained in CONTRIBUTING.md.

/**
 * What lies in a folder, from top to bottom: each imports from those in lines below its own, and those of one line don't import each
 * other. A file that lies beside folders is named without its ending.
 */
export const ORDER = {
  server: [
  'cli',
  'main',
  'api panel',
  'http',
  'lifecycle',
  'webhooks trade',
  'events accounts',
  'db',
  'base',
],
  'server/main': ['commands', 'processes', 'roles', 'context', 'log secret-key', 'config installation-key telemetry'],
  'server/api': [
    'api',
    'streaming',
    'dispatch',
    'idempotency',
    'authentication docs limits operations responses validation',
  ],
  'server/panel': [
    'console panel',
    'router routes staff-access',
    'audit',
    'search',
    'timeline',
    'connect deliveries dispatch',
    'home',
    'account layout step-up team webhooks',
    'alerts',
    'api-keys login request-log',
    'request',
    'mail passwords',
    'session',
    'assets kit',
  ],
  'server/http': [
    'access-log metrics request-metrics',
    'connection',
    'body',
    'health request-context static-document',
    'content-negotiation default-headers express-app limits method-not-allowed',
  ],
  'server/lifecycle': ['erasure tenants'],
  'server/webhooks': ['alerts worker', 'send', 'metrics', 'queue recovery retention', 'endpoints log', 'endpoint-key is-sent notify-workers'],
  'server/trade': ['orders', 'customers', 'pricing', 'catalogue reports search', 'resources'],
  'server/events': ['catalogue data-epoch store', 'begin-epoch epochs outbox'],
  'server/accounts': ['operators', 'api-keys staff tenants', 'audit request-log second-factor stored-bytes tenant-status'],
  'server/db': [
    'replicas',
    'tenants',
    'embedded migrate pool',
    'connect',
    'sql',
    'wire',
    'querier',
    'event-cause',
    'documents migrations wal-position',
  ],
  'server/base': [
    'environment',
    'counters cursors formats preconditions',
    'json problems',
    'atomic-file byte-string contract money secrets time version',
  ],
  'sdk/src': [
    'index cli',
    'client testing',
    'resources',
    'lists sync',
    'events transport webhooks',
    'errors',
  ],
  'sdk/src/webhooks': [
    'index.edge index',
    'adapters inbox shared-exports',
    'receiver testing',
    'stores verification',
  ],
};

/** One rule per line of a list: nothing of it imports another name of it, or one above. */
function downwards(folder, lines) {
  const path = (names) => `^${folder}/(${names.replaceAll('.', '[.]').split(' ').join('|')})(/|[.])`;
  return lines.map((line, index) => ({
    name: `${folder}: ${line}`,
    comment: 'A folder imports only from those in lines below its own; see test/contract/import-rules.mjs.',
    severity: 'error',
    from: { path: path(line) },
    to: { path: path(lines.slice(0, index + 1).join(' ')), pathNot: `^${folder}/$1(/|[.])` },
  }));
}

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });
const packages = (...names) => names.map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`);

const PLACES = [
  forbid('server and sdk do not import each other', { path: '^server/' }, { path: ['^sdk/', '@tradepost/'] }),
  forbid('what is shipped imports no tests and no tools of the contract', { path: '^(server|sdk/src)/' }, { path: '^(test|openapi)/' }),
  forbid('the sdk imports its own files and generated types', { path: '^sdk/src/' }, { path: '^server/' }),
  forbid('the tools of the contract import only their own files', { path: '^openapi/' }, { path: '^(server|sdk|test|generated)/' }),
  forbid('of the server only base/contract imports generated files', { path: '^server/', pathNot: '^server/base/(contract|problems/)' }, { path: '^generated/' }),
  forbid('generated files are imported only as types', { path: '^(server|sdk/src)/' }, { path: '^generated/.*[.]ts$', dependencyTypesNot: ['type-only', 'type-import'] }),
  forbid('only operations imports handlers', { pathNot: ['^server/api/operations/', '^test/'] }, { path: '^server/trade/(?!resources/).*handlers?[.]ts$' }),
  forbid('trade reaches events by the outbox alone', { path: '^server/trade/' }, { path: '^server/events/(?!outbox[.])' }),
  forbid('what is below http knows no HTTP', { path: '^server/(lifecycle|webhooks|trade|events|accounts|db|base)/', pathNot: '^server/webhooks/send/' }, { path: [...packages('express', 'undici'), '^(node:)?https?$'] }),
  forbid('only db/wire and the pool import pg', { path: '^server/', pathNot: '^server/db/(wire/|pool/pool[.])' }, { path: packages('pg') }),
  forbid("only db/wire touches pg's inside", { path: '^server/', pathNot: '^server/db/wire/' }, { path: [...packages('pg-protocol', 'pg-pool'), '(^|node_modules/)pg/lib/(?!index[.])'] }),
  forbid('db/wire is used by its clients, errors and time-outs', { path: '^server/', pathNot: '^server/db/wire/' }, { path: '^server/db/wire/(?!(pg-client|errors|query-timeouts)[.])' }),
  forbid('only validation/contract-validator imports express-openapi-validator', { path: '^server/', pathNot: '^server/api/validation/contract-validator/' }, { path: packages('express-openapi-validator') }),
  forbid('validation/contract-validator has one door', { path: '^server/', pathNot: '^server/api/validation/contract-validator/' }, { path: '^server/api/validation/contract-validator/(?!validators[.])' }),
  forbid('the panel has no SQL', { path: '^server/panel/' }, { path: ['^server/db/sql/', ...packages('pg', 'knex')] }),
  forbid('rules do no I/O', { path: '/rules/' }, { pathNot: ['/rules/', '^server/base/', '^(node:)?crypto$', ...packages('ipaddr.js')], dependencyTypesNot: ['type-only', 'type-import'] }),
  forbid('formats, problems and money do no I/O', { path: '^server/base/(formats|problems|money)' }, { path: ['^(node:)?(fs|net|http|dns|child_process)', ...packages('pg', 'knex', 'express')] }),
  forbid('no file imports itself in a circle', {}, { circular: true }),
];

export default {
  forbidden: [
    ...Object.entries(ORDER).flatMap(([folder, lines]) => downwards(folder, lines)),
    ...PLACES,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: a folder that needs another's types needs the folder.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
