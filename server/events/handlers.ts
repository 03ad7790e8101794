import type { Context } from '../context.ts';
import { type EventKind, eventKinds, type Schemas } from '../contract.ts';
import { insufficientScope } from '../errors.ts';
import type { Handler, JsonText } from '../handler.ts';
import { readFeed } from './store.ts';

const LIST = 'events';

/** The scope that shows a kind of event. A delivery is one of an order. */
const SCOPES: Readonly<Record<string, string>> = {
  order: 'orders.read',
  delivery: 'orders.read',
  customer: 'customers.read',
  product: 'products.read',
};

const scopeOf = (kind: EventKind): string => SCOPES[kind.split('.')[0]!]!;

/** The kinds that a key may read, or the one that it asks for. */
function visibleKinds(scopes: readonly string[], wanted: EventKind | undefined): readonly EventKind[] {
  if (wanted === undefined) return eventKinds.filter((kind) => scopes.includes(scopeOf(kind)));
  const scope = scopeOf(wanted);
  if (!scopes.includes(scope))
    throw insufficientScope(`The event type ${wanted}`, [scope], scopes, [
      { parameter: 'event_type', code: 'insufficient_scope', detail: `needs ${scope}` },
    ]);
  return [wanted];
}

export const listEvents =
  ({ cursors }: Context): Handler<'listEvents'> =>
  async ({ caller, query }, reply, db) => {
    const { tenantId, scopes } = caller;
    const limit = query.limit!;
    const sort = query.sort!;
    const after =
      query.cursor === undefined ? 0 : Number(cursors.decode(LIST, tenantId, sort, query.cursor).id);
    const kinds = visibleKinds(scopes, query.event_type);
    const { rows, last, waiting } = await readFeed(db, { tenantId, after, kinds, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const full = rows.length > limit;
    // Also at the end there is a cursor: it is where the reader goes on when something new has come. It is behind what
    // was passed over as well, so that a reader of a rare kind does not pass over it again each time.
    const id = String(full ? shown.at(-1)!.position : last);
    const next = cursors.encode(LIST, tenantId, { sort, value: null, id });
    const data = shown.map(({ body }) => body).join(',');
    const page = `{"next_cursor":"${next}","has_more":${full || waiting}}`;
    return reply(200, `{"data":[${data}],"page":${page}}` as JsonText<Schemas['EventPage']>);
  };
