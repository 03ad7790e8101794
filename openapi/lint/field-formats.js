import { follow, report } from './references.js';

const SCALARS = ['string', 'integer', 'number'];

/**
 * Who reads a name knows the value: `paid_at` is a time, `total` is money. `fields` and `parameters` have, for each format, the
 * last words of the names that are for it, and for nothing else.
 */
export const fieldFormats = ({ fields = {}, parameters = {}, except = [] }) => ({
  SchemaProperties(properties, ctx) {
    for (const [name, field] of Object.entries(properties)) {
      if (except.includes(name)) continue;
      const issue = issueOf(name, schemaOfValue(field, ctx), fields);
      if (issue) report(ctx, `The field ${name} ${issue}`, name);
    }
  },
  Parameter(parameter, ctx) {
    const issue =
      parameter.in !== 'header' && issueOf(parameter.name, schemaOfValue(parameter.schema, ctx), parameters);
    if (issue) report(ctx, `The parameter ${parameter.name} ${issue}`, 'schema');
  },
});

/** The schema of the value, or of each value of a list. */
function schemaOfValue(schema, ctx) {
  const { node = {}, file } = follow(schema, ctx);
  return node.items ? (follow(node.items, ctx, file).node ?? {}) : node;
}

function issueOf(name = '', { type, format, enum: values }, words) {
  // A word of a list is no number and no time: `stock: skip`.
  if (values) return undefined;
  if (![type ?? []].flat().some((each) => SCALARS.includes(each))) return undefined;
  const fitting = Object.keys(words).filter((each) => words[each].some((word) => endsWith(name, word)));
  if (fitting.length > 0 && !fitting.includes(format)) {
    return `is ${format ? `a ${format}` : 'without a format'}, but by its last word it's ${fitting.join(' or ')}. Write format: ${fitting.join(' or ')}, or rename it.`;
  }
  if (fitting.length > 0 || words[format] === undefined) return undefined;
  return `has format: ${format}, and its name doesn't say so. End it with one of ${words[format].join(', ')}.`;
}

function endsWith(name, word) {
  return name === word || name.endsWith(`_${word}`);
}
