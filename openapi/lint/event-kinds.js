import { follow, isSchemaNamed, jsonSchema, report } from './references.js';

// OpenAPI can't derive one list from another, so each event kind is declared four times: as a webhook, in the enum
// EventKind, as a branch of the union Event and in the mapping of its discriminator. This rule keeps them equal.
export const eventKinds = () => {
  let kinds = [];
  return {
    Root(root, ctx) {
      kinds = Object.keys(root.webhooks ?? {});
      for (const [kind, item] of Object.entries(root.webhooks ?? {})) {
        const sent = kindOf(bodySchema(item, ctx), ctx);
        if (sent === kind) continue;
        const message = `The webhook ${kind} posts a body whose event_type is ${sent}. Refer to the schema of ${kind}.`;
        report(ctx, message, 'webhooks', kind);
      }
    },
    Schema(schema, ctx) {
      if (isSchemaNamed('EventKind', ctx)) compare('EventKind', schema.enum ?? [], kinds, ctx);
      if (isSchemaNamed('Event', ctx)) {
        const listed = (schema.oneOf ?? []).map((branch) => kindOf({ schema: branch }, ctx));
        compare('Event', listed, kinds, ctx);
        const mapping = schema.discriminator?.mapping ?? {};
        compare("Event's discriminator", Object.keys(mapping), kinds, ctx);
        for (const [kind, $ref] of Object.entries(mapping)) {
          const sent = kindOf({ schema: { $ref } }, ctx);
          if (sent !== kind)
            ctx.report({
              message: `Event maps ${kind} to the schema of ${sent}. Refer to the schema of ${kind}.`,
            });
        }
      }
    },
  };
};

function compare(name, listed, kinds, ctx) {
  for (const kind of kinds.filter((kind) => !listed.includes(kind))) {
    ctx.report({ message: `There is a webhook ${kind}, but ${name} doesn't list it. Add it to ${name}.` });
  }
  for (const kind of listed.filter((kind) => !kinds.includes(kind))) {
    ctx.report({
      message: `${name} lists ${kind}, but there is no webhook for it. Add the webhook or remove it.`,
    });
  }
}

function bodySchema(item, ctx) {
  const { node, file } = follow(item, ctx);
  return jsonSchema(node?.post?.requestBody, ctx, file);
}

/** The constant that the schema of an event has as its `event_type`. */
function kindOf({ schema, file }, ctx) {
  const { node, file: home } = follow(schema, ctx, file);
  const parts = (node?.allOf ?? []).map((part) => kindOf({ schema: part, file: home }, ctx));
  return node?.properties?.event_type?.const ?? parts.find(Boolean);
}
