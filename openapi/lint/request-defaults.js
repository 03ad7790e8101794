import { report } from './references.js';
import { schemaIssues } from './schema-issues.js';

// Generated clients make a field with a `default` required, or send it. See docs/decisions/request-defaults.md.
export const requestDefaults = () => ({
  Schema(schema, ctx) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (property?.default === undefined) continue;
      const message = `${name} has a default. Move it to x-defaults of the object, and name it in the description.`;
      report(ctx, message, 'properties', name, 'default');
    }
    for (const [name, value] of Object.entries(schema['x-defaults'] ?? {})) {
      for (const issue of issuesOf(name, value, schema, ctx)) report(ctx, issue, 'x-defaults', name);
    }
  },
});

function issuesOf(name, value, schema, ctx) {
  // They ask for other fields. Only a whole body can have them, not a default.
  const { oneOf: _, if: __, ...fields } = schema;
  const optional = { ...fields, required: [] };
  const issues = schemaIssues({ [name]: value }, optional, ctx).map(
    ({ text }) =>
      `The default of ${name} doesn't match its schema: ${text}. Correct the value or the schema.`,
  );
  if (schema.description?.includes(`\`${name}\``)) return issues;
  return [...issues, `The description doesn't say what ${name} is by default. Name it in backticks.`];
}
