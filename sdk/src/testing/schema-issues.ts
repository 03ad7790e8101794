import { contract, type Schema } from './contract.ts';
import { formats } from './service-rules.js';

/** An issue as the service's validator reports it, of which the service's rules make one for clients. */
export interface SchemaIssue {
  readonly path: string;
  readonly message: string;
  readonly errorCode: string;
}

type Report = (path: string, keyword: string, message: string) => void;
type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isObject,
  null: (value) => value === null,
};

/**
 * What is wrong with a value, all of it. It knows the keywords that the contract has, and fills in defaults as the service's validator
 * does: a test compares the two.
 */
export function schemaIssues(schema: Schema, value: unknown, path: string): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  check(schema, value, path, (at, keyword, message) =>
    issues.push({ path: at, message, errorCode: `${keyword}.openapi.validation` }),
  );
  return issues;
}

const isValid = (node: Schema, value: unknown): boolean => schemaIssues(node, value, '').length === 0;

function check(node: Schema, value: unknown, path: string, report: Report): void {
  if (node.$ref) check(contract.schemas[node.$ref.split('/').at(-1)!]!, value, path, report);
  if (node.discriminator) checkTagged(node.discriminator, value, path, report);
  else if (isOrNull(node)) {
    const other = node.oneOf!.find(({ type }) => type !== 'null')!;
    if (value !== null) check(other, value, path, report);
  } else checkPlain(node, value, path, report);
}

const isOrNull = ({ oneOf }: Schema): boolean =>
  oneOf?.length === 2 && oneOf.some(({ type }) => type === 'null');

function checkPlain(node: Schema, value: unknown, path: string, report: Report): void {
  const types = [node.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => IS[type]!(value)))
    report(path, 'type', `must be ${types.join(',')}`);
  if (node.enum && !node.enum.includes(value))
    report(path, 'enum', `must be equal to one of the allowed values: ${node.enum.join(', ')}`);
  if ('const' in node && node.const !== value) report(path, 'const', 'must be equal to constant');
  checkFormat(node, value, path, report);
  if (typeof value === 'number') checkNumber(node, value, path, report);
  if (typeof value === 'string') checkText(node, value, path, report);
  if (Array.isArray(value)) checkList(node, value, path, report);
  if (isObject(value)) checkObject(node, value, path, report);
  checkCombined(node, value, path, report);
}

function checkTagged(
  { propertyName, mapping }: NonNullable<Schema['discriminator']>,
  value: unknown,
  path: string,
  report: Report,
): void {
  const tag = isObject(value) ? value[propertyName] : undefined;
  const at = `${path}/${propertyName}`;
  const allowed = Object.keys(mapping);
  if (!isObject(value)) report(path, 'type', 'must be object');
  else if (tag === undefined) report(at, 'required', `must have required property '${propertyName}'`);
  else if (allowed.includes(tag as string)) check({ $ref: mapping[tag as string]! }, value, path, report);
  else report(at, 'enum', `must be equal to one of the allowed values: ${allowed.join(', ')}`);
}

/** The service gives these formats to the contract when it compiles it. */
function formatOf(node: Schema, path: string): string {
  const { format = '', type, enum: values } = node;
  if (!path.startsWith('/body')) return format === 'date-time' ? 'time-of-filter' : format;
  const isFreeText = [type].flat().includes('string') && !format && !values && !('const' in node);
  return isFreeText ? 'prose' : format;
}

function checkFormat(node: Schema, value: unknown, path: string, report: Report): void {
  const format = formatOf(node, path);
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known && typeof value === known.type && !known.validate(value))
    report(path, 'format', `must match format "${format}"`);
}

// A limit that isn't there is undefined, and nothing is less or more than that.
const isLess = (value: number, limit: number | undefined): boolean => value < (limit ?? -Infinity);
const isMore = (value: number, limit: number | undefined): boolean => value > (limit ?? Infinity);

function checkNumber(node: Schema, value: number, path: string, report: Report): void {
  const { minimum, maximum, exclusiveMinimum = -Infinity } = node;
  if (isLess(value, minimum)) report(path, 'minimum', `must be >= ${minimum}`);
  if (isMore(value, maximum)) report(path, 'maximum', `must be <= ${maximum}`);
  if (value <= exclusiveMinimum) report(path, 'exclusiveMinimum', `must be > ${exclusiveMinimum}`);
}

function checkText(
  { minLength, maxLength, pattern }: Schema,
  value: string,
  path: string,
  report: Report,
): void {
  const { length } = Array.from(value); // in code points
  if (isLess(length, minLength))
    report(path, 'minLength', `must NOT have fewer than ${minLength} characters`);
  if (isMore(length, maxLength)) report(path, 'maxLength', `must NOT have more than ${maxLength} characters`);
  if (pattern && !new RegExp(pattern, 'u').test(value))
    report(path, 'pattern', `must match pattern "${pattern}"`);
}

function checkList(node: Schema, value: unknown[], path: string, report: Report): void {
  const { minItems, maxItems, uniqueItems, items } = node;
  if (isLess(value.length, minItems)) report(path, 'minItems', `must NOT have fewer than ${minItems} items`);
  if (isMore(value.length, maxItems)) report(path, 'maxItems', `must NOT have more than ${maxItems} items`);
  const again = value.findLastIndex((item, at) => value.indexOf(item) < at);
  const twice = `items ## ${value.indexOf(value[again])} and ${again} are identical`;
  if (uniqueItems && again >= 0) report(path, 'uniqueItems', `must NOT have duplicate items (${twice})`);
  if (items) for (const [at, item] of value.entries()) check(items, item, `${path}/${at}`, report);
}

function checkObject(node: Schema, value: Fields, path: string, report: Report): void {
  for (const [name, byDefault] of Object.entries(node['x-defaults'] ?? {}))
    if (value[name] === undefined) value[name] = structuredClone(byDefault);
  const names = Object.keys(value);
  const at = (name: string) => `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  for (const name of node.required ?? [])
    if (!Object.hasOwn(value, name)) report(at(name), 'required', `must have required property '${name}'`);
  for (const [name, needed] of Object.entries(node.dependentRequired ?? {}))
    for (const other of Object.hasOwn(value, name) ? needed : [])
      if (!Object.hasOwn(value, other))
        report(
          at(other),
          'dependentRequired',
          `must have property ${other} when property ${name} is present`,
        );
  const { minProperties, maxProperties } = node;
  if (isLess(names.length, minProperties))
    report(path, 'minProperties', `must NOT have fewer than ${minProperties} properties`);
  if (isMore(names.length, maxProperties))
    report(path, 'maxProperties', `must NOT have more than ${maxProperties} properties`);
  for (const name of names) {
    if (node.propertyNames) check(node.propertyNames, name, path, report);
    checkMember(node, name, value[name], at(name), report);
  }
}

function checkMember(node: Schema, name: string, value: unknown, path: string, report: Report): void {
  const { properties = {}, additionalProperties: others } = node;
  if (Object.hasOwn(properties, name)) check(properties[name]!, value, path, report);
  else if (others === false) report(path, 'additionalProperties', 'must NOT have additional properties');
  else if (typeof others === 'object') check(others, value, path, report);
}

function checkCombined(node: Schema, value: unknown, path: string, report: Report): void {
  const { oneOf, anyOf, allOf = [], not } = node;
  // Exactly one of several fields: of the branches only those that name a field count.
  if (oneOf && isObject(value)) {
    const met = oneOf.filter(({ required = [] }) => required.every((name) => Object.hasOwn(value, name)));
    if (met.length !== 1) report(path, 'not', 'must NOT be valid');
  }
  if (not && isValid(not, value)) report(path, 'not', 'must NOT be valid');
  for (const part of allOf) check(part, value, path, report);
  if (anyOf && !anyOf.some((part) => isValid(part, value)))
    report(path, 'anyOf', 'must match a schema in anyOf');
  if (!node.if) return;
  const branch = isValid(node.if, value) ? node.then : node.else;
  if (branch) check(branch, value, path, report);
}
