import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from './formats.js';
import { follow } from './references.js';

// JSON Schema's own formats and the validity of the schemas themselves are left to the built-in rules.
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  logger: false,
  allErrors: true,
  verbose: true,
  formats,
});
const compiled = new Map();

/** What is wrong with a value: `[{ path, text }]`, empty if it matches the schema. */
export function schemaIssues(value, schema, ctx) {
  const validate = compile(close(inline(schema ?? true, ctx)));
  if (validate(value)) return [];
  return validate.errors.map((error) => ({
    path: error.instancePath.split('/').slice(1),
    text: describe(error),
  }));
}

function describe({ instancePath, message, params, parentSchema, data }) {
  const undeclared = params.additionalProperty ?? params.unevaluatedProperty;
  if (undeclared !== undefined) {
    const declared = [...new Set(declaredIn(parentSchema))].join(', ');
    const known = declared === '' ? '' : `; declared are ${declared}`;
    return [instancePath, `has the field ${undeclared}, which isn't declared${known}`]
      .filter(Boolean)
      .join(' ');
  }
  const allowed = params.allowedValues ?? ('allowedValue' in params ? [params.allowedValue] : []);
  const issue = [instancePath, message, allowed.join(', ')].filter(Boolean).join(' ');
  return data === null || typeof data !== 'object' ? `${issue}, but is ${JSON.stringify(data)}` : issue;
}

function declaredIn({ properties = {}, allOf = [], anyOf = [], oneOf = [] }) {
  return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap(declaredIn)];
}

function compile(schema) {
  const key = JSON.stringify(schema);
  if (!compiled.has(key)) compiled.set(key, compileValid(schema));
  return compiled.get(key);
}

/** What is wrong with a schema itself is reported by the built-in rules, but for patterns. */
function compileValid(schema) {
  try {
    return ajv.compile(schema);
  } catch (error) {
    const broken = () => false;
    broken.errors = [
      {
        instancePath: '',
        message: `can't be compared, since its schema is invalid: ${error.message}`,
        params: {},
        data: {},
      },
    ];
    return broken;
  }
}

// Replaces every $ref with its target, so that ajv needs no files. A recursive schema is expanded once.
function inline(node, ctx, file = undefined, trail = []) {
  if (Array.isArray(node)) return node.map((item) => inline(item, ctx, file, trail));
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string') {
    const { node: target, file: home, pointer } = follow(node, ctx, file);
    const canExpand = target !== undefined && !trail.includes(pointer);
    return canExpand ? inline(target, ctx, home, [...trail, pointer]) : true;
  }
  return mapValues(node, (member) => inline(member, ctx, file, trail));
}

// Responses may gain fields in later versions, so their schemas are open. Their examples may only have declared fields.
function close(schema, isBranch = false) {
  if (schema === null || typeof schema !== 'object') return schema;
  const closed = { ...schema };
  const branches = ['allOf', 'anyOf', 'oneOf'].filter((keyword) => Array.isArray(schema[keyword]));
  for (const keyword of branches) closed[keyword] = schema[keyword].map((branch) => close(branch, true));
  if (schema.properties) closed.properties = mapValues(schema.properties, (property) => close(property));
  if (schema.items) closed.items = close(schema.items);
  const isObject = schema.properties !== undefined || branches.length > 0;
  const isExplicit = 'additionalProperties' in schema || 'unevaluatedProperties' in schema;
  if (isObject && !isBranch && !isExplicit) closed.unevaluatedProperties = false;
  return withConditionApart(closed);
}

// Next to a condition that names fields, ajv takes fields of `allOf` for unevaluated if the condition isn't met.
function withConditionApart(schema) {
  if (schema.if === undefined) return schema;
  const [condition, others] = [true, false].map((isWanted) =>
    Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => ['if', 'then', 'else'].includes(keyword) === isWanted),
    ),
  );
  return { ...others, allOf: [...(others.allOf ?? []), condition] };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
