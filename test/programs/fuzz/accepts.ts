import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '../../../server/base/formats/contract-formats.ts';
import { DOCUMENT, open } from '../../contract-check/closed-schema.ts';
import { contract, type Schema } from '../../contract-check/contract.ts';
import { type BodyValue, bodyText } from './body-value.ts';

const ajv = new Ajv2020({ strict: false, formats });
const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => [name, open(schema)]);
ajv.addSchema({ $id: DOCUMENT, components: { schemas: Object.fromEntries(schemas) } });

const compiled = new WeakMap<object, ValidateFunction>();

function validatorOf(schema: Exclude<Schema, boolean>): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(open(schema) as object);
  compiled.set(schema, validate);
  return validate;
}

/** Whether a generated value is valid by a schema, whichever rows it refers to. */
export function accepts(schema: Schema, value: BodyValue): boolean {
  if (typeof schema === 'boolean') return schema;
  const text = bodyText(value, ({ isId, pick }) => (isId ? pick + 1 : `row-${pick}`));
  return validatorOf(schema)(JSON.parse(text)) as boolean;
}
