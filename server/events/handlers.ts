import type { Context } from '../context.ts';
import type { EventKind, Schemas } from '../contract.ts';
import { insufficientScope } from '../errors.ts';
import type { Handler, JsonText } from '../handler.ts';
import { eventCatalogue, eventEntry } from './catalogue.ts';
import { readFeed } from './store.ts';

const LIST = 'events';
/** The only order, which cursors carry like those of other lists. Clients keep them, so its name stays. */
const SORT = 'position';

/** The kinds that a key may read, or the single kind that the request asks for. */
function visibleKinds(scopes: readonly string[], wanted: EventKind | undefined): readonly EventKind[] {
  if (wanted === undefined)
    return eventCatalogue.filter(({ scope }) => scopes.includes(scope)).map(({ kind }) => kind);
  const { scope } = eventEntry(wanted);
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
    const after =
      query.cursor === undefined ? 0 : Number(cursors.decode(LIST, tenantId, SORT, query.cursor).id);
    const kinds = visibleKinds(scopes, query.event_type);
    const { rows, last, waiting } = await readFeed(db, { tenantId, after, kinds, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const full = rows.length > limit;
    // There is a cursor at the end too: the reader continues there once there are new events. It is also behind the events
    // of other kinds, so a reader of a rare kind doesn't skip over them again with each request.
    const id = String(full ? shown.at(-1)!.position : last);
    const next = cursors.encode(LIST, tenantId, { sort: SORT, value: null, id });
    const data = shown.map(({ body }) => body).join(',');
    const page = `{"next_cursor":"${next}","has_more":${full || waiting}}`;
    return reply(200, `{"data":[${data}],"page":${page}}` as JsonText<Schemas['EventPage']>);
  };
