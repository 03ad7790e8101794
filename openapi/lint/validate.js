import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from './formats.js';
import { follow } from './references.js';

// Formats of JSON Schema itself, and whether a schema is one, are left to the built-in rules.
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  logger: false,
  allErrors: true,
  verbose: true,
  formats,
});
const compiled = new Map();

/** Says what is wrong with a value: `[{ path, text }]`, empty when the schema admits it. */
export function faultsOf(value, schema, ctx) {
  const whole = close(inline(schema, ctx));
  const validate = compile(whole);
  if (validate(withDefaults(value, whole))) return [];
  return validate.errors.map((error) => ({
    path: error.instancePath.split('/').slice(1),
    text: inWords(error),
  }));
}

function inWords({ instancePath, message, params, data }) {
  const rule = [instancePath, message, params.unevaluatedProperty].filter(Boolean).join(' ');
  return data === null || typeof data !== 'object' ? `${rule}, and is ${JSON.stringify(data)}` : rule;
}

function compile(schema) {
  const key = JSON.stringify(schema);
  if (!compiled.has(key)) compiled.set(key, ajv.compile(schema));
  return compiled.get(key);
}

// So that a default which the schema itself would refuse is found.
function withDefaults(value, { properties = {} }) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const filled = Object.entries(properties).filter(([, one]) => one.default !== undefined);
  return { ...Object.fromEntries(filled.map(([name, one]) => [name, one.default])), ...value };
}

// Puts what references lead to in their place, so that ajv needs no files. A schema that leads back to itself is
// followed one turn.
function inline(node, ctx, file = undefined, trail = []) {
  if (Array.isArray(node)) return node.map((one) => inline(one, ctx, file, trail));
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string') {
    const { node: target, file: home, pointer } = follow(node, ctx, file);
    const leadsOn = target !== undefined && !trail.includes(pointer);
    return leadsOn ? inline(target, ctx, home, [...trail, pointer]) : true;
  }
  return mapValues(node, (one) => inline(one, ctx, file, trail));
}

// Answers stay open to fields of later versions; their examples may only have fields that are described.
function close(schema, isBranch = false) {
  if (schema === null || typeof schema !== 'object') return schema;
  const closed = { ...schema };
  const branches = ['allOf', 'anyOf', 'oneOf'].filter((word) => Array.isArray(schema[word]));
  for (const word of branches) closed[word] = schema[word].map((one) => close(one, true));
  if (schema.properties) closed.properties = mapValues(schema.properties, (one) => close(one));
  if (schema.items) closed.items = close(schema.items);
  const isObject = schema.properties !== undefined || branches.length > 0;
  const saysItself = 'additionalProperties' in schema || 'unevaluatedProperties' in schema;
  if (isObject && !isBranch && !saysItself) closed.unevaluatedProperties = false;
  return closed;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
