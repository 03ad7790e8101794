import { follow, report } from './references.js';

const SCALARS = ['string', 'integer', 'number', 'boolean', 'null'];

/** Replaces scalar-property-missing-example, which accepts `example` too: OpenAPI 3.1 deprecates it in schemas. */
export const fieldExamples = () => ({
  SchemaProperties(fields, ctx) {
    for (const [name, field] of Object.entries(fields)) {
      const issue = issueOf(field, follow(field, ctx).node ?? {});
      if (!issue) continue;
      report(ctx, `The field ${name} has ${issue}. Write examples: [VALUE], a list.`, name);
    }
  },
});

function issueOf(own, schema) {
  if (own.example !== undefined || schema.example !== undefined) return 'example';
  const types = [schema.type ?? []].flat();
  const isScalar = types.length > 0 && types.every((type) => SCALARS.includes(type));
  const isUnion = ['allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword]);
  return isScalar && !isUnion && (own.examples ?? schema.examples) === undefined && 'no example';
}
