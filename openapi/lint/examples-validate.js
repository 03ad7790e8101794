import { follow, report } from './references.js';
import { schemaIssues } from './schema-issues.js';

// The built-in rules don't know our formats, skip examples of headers, and accept fields that a response's schema
// doesn't have if that schema is an allOf.
const BODY_FORM = 'examples: { NAME: { summary: What it shows, value: … } }, each with a name.';

export const examplesValidate = () => ({
  // After the schema, so that a misspelt field is reported where it is declared before the examples that lack it.
  MediaType: { leave: checkMediaType },
  Parameter: checkScalar,
  Header: checkScalar,
  Schema: checkSchema,
});

function checkMediaType(media, ctx) {
  if (!/[/+]json$/.test(ctx.key)) return;
  const examples = Object.entries(media.examples ?? {});
  if (media.schema === undefined)
    report(ctx, `${ctx.key} has no schema. Refer to one: schema: { $ref: '#/schemas/…' }`);
  if (media.example !== undefined) {
    report(ctx, `${ctx.key} has example. A body has ${BODY_FORM}`);
  } else if (examples.length === 0) {
    report(ctx, `${ctx.key} has no examples. Add ${BODY_FORM}`);
  }
  for (const [name, given] of examples) checkExample(name, follow(given, ctx).node ?? {}, media, ctx);
}

function checkExample(name, example, { schema }, ctx) {
  if (!example.summary) {
    report(ctx, `The example ${name} has no summary. Say what it shows.`, 'examples', name);
  }
  if (example.value === undefined) {
    report(ctx, `The example ${name} has no value. Write it here.`, 'examples', name);
  } else if (schema !== undefined) {
    checkValue(example.value, schema, ctx, ['examples', name, 'value']);
  }
}

function checkScalar(holder, ctx) {
  const examples = Object.entries(holder.examples ?? {});
  const values = [
    ...(holder.example === undefined ? [] : [[['example'], holder.example]]),
    ...examples.map(([name, given]) => [['examples', name, 'value'], follow(given, ctx).node?.value]),
  ];
  for (const [path, value] of values) checkValue(value, holder.schema, ctx, path);

  const isEnum = follow(holder.schema, ctx).node?.enum !== undefined;
  if (values.length > 0 || isEnum || holder['x-no-example-because']) return;
  const name = holder.name ?? ctx.key;
  report(ctx, `${name} has no example. Add example: and a value, or say why not in x-no-example-because.`);
}

function checkSchema(schema, ctx) {
  for (const [index, value] of (schema.examples ?? []).entries()) {
    checkValue(value, schema, ctx, ['examples', index]);
  }
  if (schema.default !== undefined) checkValue(schema.default, schema, ctx, ['default']);
}

/** The schemas that an example was checked against: what several places refer to is reported once. */
const checked = new WeakMap();

function isChecked(value, schema) {
  if (typeof value !== 'object' || value === null || schema === undefined) return false;
  const schemas = checked.get(value) ?? new WeakSet();
  checked.set(value, schemas);
  return schemas.has(schema) || !schemas.add(schema);
}

function checkValue(value, schema, ctx, path) {
  if (isChecked(value, follow(schema, ctx).node)) return;
  for (const issue of schemaIssues(value, schema, ctx)) {
    const name = [ctx.key, ...path].join('.');
    const message = `${name} doesn't match its schema: ${issue.text}. Correct the value or the schema.`;
    report(ctx, message, ...path, ...issue.path);
  }
}
