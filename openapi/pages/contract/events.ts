import {
  type Components,
  type Document,
  resolve,
  type Schema,
  type Sentence,
  type Webhook,
} from '../../document.ts';

/** All that the contract says about a kind of event. */
export interface EventEntry {
  readonly kind: string;
  /** The scope that a key needs to see it in the feed. */
  readonly scope: string;
  /** When it fires, and the operations that cause it. */
  readonly fires: readonly (Sentence & { readonly by: readonly string[] })[];
  readonly doesNotFire: readonly Sentence[];
  readonly notes: readonly Sentence[];
  /** The envelope of the example, indented. */
  readonly example: string;
  /** The fields of its data that are always there, if only as null. */
  readonly guaranteed: readonly string[];
  /** The enumerations in its data. Later versions may add values to each. */
  readonly enumerations: readonly Enumeration[];
}

interface Enumeration {
  /** `data.order.discounts[].type` */
  readonly path: string;
  readonly values: readonly string[];
}

interface Envelope {
  readonly event_type: string;
}

/** Every kind of event, in the contract's order. */
export function readEvents({ components, webhooks }: Document): EventEntry[] {
  const examples = Object.values(webhooks).map(
    ({ post }) => Object.values(mediaOf(post).examples!)[0]!.value as Envelope,
  );
  return (components.schemas.EventKind!.enum as readonly string[]).map((kind) => {
    const { post } = webhooks[kind]!;
    const { scope, fires, does_not_fire, notes = {} } = post['x-event'];
    const envelope = resolve(mediaOf(post).schema!, components.schemas);
    const data = resolve(envelope.properties!.data!, components.schemas);
    return {
      kind,
      scope,
      fires: Object.values(fires),
      doesNotFire: Object.values(does_not_fire),
      notes: Object.values(notes),
      example: JSON.stringify(
        examples.find(({ event_type }) => event_type === kind),
        undefined,
        2,
      ),
      guaranteed: data.required ?? [],
      enumerations: enumerationsIn(data, 'data', components),
    };
  });
}

const mediaOf = ({ requestBody }: Webhook) => requestBody.content['application/json']!;

/** The data has no recursive schema, or its examples couldn't be complete. */
function enumerationsIn(schema: Schema, path: string, components: Components): Enumeration[] {
  const {
    enum: values,
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
  } = resolve(schema, components.schemas);
  if (values) return [{ path, values: values.filter((value) => value !== null) }];
  return [
    ...Object.entries(properties).flatMap(([name, each]) =>
      enumerationsIn(each, `${path}.${name}`, components),
    ),
    ...(items ? enumerationsIn(items, `${path}[]`, components) : []),
    ...[...anyOf, ...oneOf].flatMap((each) => enumerationsIn(each, path, components)),
  ];
}
