import { follow } from './references.js';
import { faultsOf } from './validate.js';

// The built-in rules know neither our formats nor examples of headers, and let a field pass that an answer's schema
// does not have where that schema is an allOf.
export const examplesValidate = () => ({
  MediaType: checkMediaType,
  Parameter: checkScalar,
  Header: checkScalar,
  Schema: checkSchema,
});

function checkMediaType(media, ctx) {
  if (!/[/+]json$/.test(ctx.key)) return;
  const examples = Object.entries(media.examples ?? {});
  if (media.schema === undefined) report(ctx, [], `${ctx.key} has no schema. Refer to one.`);
  if (media.example !== undefined || examples.length === 0) {
    report(ctx, [], `${ctx.key} has no named examples, or one without a name. Put each under examples.`);
  }
  for (const [name, given] of examples) checkExample(name, follow(given, ctx).node ?? {}, media, ctx);
}

function checkExample(name, example, { schema }, ctx) {
  if (!example.summary) {
    report(ctx, ['examples', name], `The example ${name} has no summary. Say what it shows.`);
  }
  if (example.value === undefined) {
    report(ctx, ['examples', name], `The example ${name} has no value. Write it out here.`);
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

  const hasValues = follow(holder.schema, ctx).node?.enum !== undefined;
  if (values.length > 0 || hasValues || holder['x-no-example-because']) return;
  const name = holder.name ?? ctx.key;
  report(ctx, [], `${name} has no example. Add one, or the reason in x-no-example-because.`);
}

function checkSchema(schema, ctx) {
  for (const [place, value] of (schema.examples ?? []).entries()) {
    checkValue(value, schema, ctx, ['examples', place]);
  }
  if (schema.default !== undefined) checkValue(schema.default, schema, ctx, ['default']);
}

function checkValue(value, schema, ctx, path) {
  for (const fault of faultsOf(value, schema, ctx)) {
    const name = [ctx.key, ...path].join('.');
    const message = `${name} does not fit its schema: ${fault.text}. Correct it, or the schema.`;
    report(ctx, [...path, ...fault.path], message);
  }
}

function report(ctx, path, message) {
  ctx.report({ message, location: ctx.location.child(path) });
}
