import { eachOperation } from './operations.js';

const RESOURCES = ['orders', 'products', 'customers', 'categories', 'coupons', 'promotions', 'price_tables'];
const READING = ['get', 'head'];

export const scopeOrReason = () =>
  eachOperation(({ operation, method, title, report }) => {
    const alternatives = operation.security ?? [];
    const scopes = alternatives.flatMap((one) => one.apiKey ?? []);
    const unscoped = alternatives.length === 0 || alternatives.some((one) => !one.apiKey?.length);
    const fault = reasonFault(operation['x-no-scope-because'], scopes, unscoped);
    if (fault) report(`${title} ${fault}`, 'security');

    // A POST that only computes an answer says so, and reads.
    const reads = READING.includes(method) || isText(operation['x-read-only-because']);
    const kind = reads ? 'read' : 'write';
    for (const scope of scopes.filter((name) => !fits(name, kind))) {
      report(`${title} asks for ${scope}. Ask for a .${kind} scope of ${RESOURCES.join(', ')}.`, 'security');
    }
  });

function reasonFault(reason, scopes, unscoped) {
  if (reason !== undefined && scopes.length > 0) {
    return 'asks for a scope and has x-no-scope-because. Keep one of the two.';
  }
  if (unscoped && !isText(reason)) {
    return 'can be called without a scope. Name a scope under apiKey, or the reason in x-no-scope-because.';
  }
}

const isText = (value) => typeof value === 'string' && value.trim() !== '';

function fits(scope, kind) {
  return RESOURCES.some((resource) => scope === `${resource}.${kind}`);
}
