import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { closed, DOCUMENT, open } from './closed-schema.ts';
import { contract, type Schema } from './contract.ts';
import { formats } from './formats.ts';

// strictTypes rejects `unevaluatedProperties` next to a `$ref`, because no `type: object` is there.
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, formats });
// The targets of references, and a note for code generators: neither is a rule about values.
ajv.addVocabulary(['components', 'discriminator']);

const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => [name, open(schema)]);
ajv.addSchema({ $id: DOCUMENT, components: { schemas: Object.fromEntries(schemas) } });

const compiled = new Map<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema));
  compiled.set(schema, validate);
  return validate;
}

function say(place: string, error: ErrorObject): string {
  return `${place}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
}

/** A value's violations of a schema of the contract. Undeclared properties count too. */
export function schemaViolations(schema: Schema, value: unknown, place: string): string[] {
  const validate = validatorOf(schema);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => say(place, error));
}

/** The same for a header. Its value is always a string, so digits count as an integer if the schema requires one. */
export function headerViolations(name: string, schema: Schema, value: string): string[] {
  const isInteger = typeof schema === 'object' && schema.type === 'integer' && /^-?\d+$/.test(value);
  return schemaViolations(schema, isInteger ? Number(value) : value, `header ${name}`);
}

/** The violations of a body: its media type first, then its JSON. */
export function bodyViolations(
  content: Record<string, { schema: Schema }>,
  type: string | null,
  body: string,
): string[] {
  const declared = Object.keys(content);
  const found = declared.find((name) => name === type?.replace(/; ?charset=utf-8$/i, ''));
  if (found === undefined) return [`header Content-Type is ${type}; declared is ${declared.join(' or ')}`];
  if (!found.endsWith('json') || found.endsWith('ndjson'))
    return schemaViolations(content[found]!.schema, body, 'body');
  try {
    return schemaViolations(content[found]!.schema, JSON.parse(body), 'body');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [`body is not JSON: ${error.message}`];
  }
}
