import { eachOperation } from './operations.js';
import { requestSchemas } from './request-schemas.js';

/** What a request may contain has an end: without one, a body of 100 kB or a long query is what the database has to take. */
export const requestLimits = ({ except = [] }) =>
  eachOperation(({ operation, parameters, title, ctx }) => {
    const inQuery = parameters
      .filter((parameter) => parameter?.in !== 'header' && !except.includes(parameter?.name))
      .map(({ name, schema = {} }) => ({
        node: schema,
        at: name,
        location: ctx.location.child(['parameters']),
      }));
    for (const { node, at, location } of [...inQuery, ...requestSchemas(operation.requestBody, ctx)])
      for (const missing of missingLimits(node))
        ctx.report({
          message: `${title} accepts a value without an end at ${at}. Give it ${missing}.`,
          location,
        });
  });

function missingLimits(node) {
  if (node.enum || node.const !== undefined) return [];
  const types = [node.type ?? []].flat();
  return [
    types.includes('array') && node.maxItems === undefined && 'maxItems',
    types.includes('string') && !isBoundedText(node) && 'maxLength',
    types.some((type) => ['integer', 'number'].includes(type)) &&
      !isBoundedNumber(node) &&
      'minimum and maximum',
    isMap(node) && node.maxProperties === undefined && 'maxProperties',
  ].filter(Boolean);
}

const OF_ONE_LENGTH = ['date', 'date-time', 'uuid', 'gtin', 'access-key', 'ibge-city-code'];

// A pattern has an end if nothing in it repeats without one.
function isBoundedText({ maxLength, format, pattern }) {
  if (maxLength !== undefined || OF_ONE_LENGTH.includes(format)) return true;
  const bare = pattern?.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return bare !== undefined && /^\^.*\$$/.test(bare) && !/[*+]|\{\d*,\}/.test(bare);
}

function isBoundedNumber({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }) {
  return (minimum ?? exclusiveMinimum) !== undefined && (maximum ?? exclusiveMaximum) !== undefined;
}

// Whether an object with fields may have others is a matter of write-guards.
function isMap({ properties, additionalProperties }) {
  return typeof additionalProperties === 'object' || (additionalProperties === true && !properties);
}
