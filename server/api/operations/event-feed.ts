import type { EventKind, Schemas } from '../../base/contract.ts';
import type { Cursors } from '../../base/cursors.ts';
import { JsonPage } from '../../base/json.ts';
import { ApiProblem, insufficientScope } from '../../base/problems/api-problem.ts';
import { eventCatalogue, eventEntry } from '../../events/catalogue.ts';
import { readCursor, writeCursor } from '../../events/epochs.ts';
import { readFeed } from '../../events/store.ts';
import type { Handler } from '../../trade/resources/handler.ts';

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

/** Silence would be wrong: the reader has events that the feed has lost, and would miss those that took their places. */
const feedRewound = (resumeCursor: string): ApiProblem =>
  new ApiProblem(
    'feed_rewound',
    "The feed was set back to an earlier point, and doesn't have the last events before this cursor anymore. Go on with resume_cursor.",
    {
      errors: [
        { parameter: 'cursor', code: 'feed_rewound', detail: 'is behind events that the feed has lost' },
      ],
      members: { resume_cursor: resumeCursor },
    },
  );

export const listEvents =
  (cursors: Cursors): Handler<'listEvents'> =>
  async ({ caller, query, pageBytes }, reply, db) => {
    const { tenantId, scopes } = caller;
    const limit = query.limit!;
    const cursor =
      query.cursor === undefined
        ? { position: 0 }
        : readCursor(cursors.decode(LIST, tenantId, SORT, query.cursor));
    const kinds = visibleKinds(scopes, query.event_type);
    const feed = await readFeed(db, { tenantId, cursor, kinds, limit: limit + 1, pageBytes });
    const { rows, last, waiting, epochs } = feed;
    const cursorAt = (position: number): string =>
      cursors.encode(LIST, tenantId, { sort: SORT, ...writeCursor(epochs, position) });
    if (feed.rewoundTo !== undefined) throw feedRewound(cursorAt(feed.rewoundTo));
    const shown = rows.slice(0, limit);
    const full = feed.isFull || rows.length > limit;
    // There is a cursor at the end too: the reader continues there once there are new events. It is also behind the events
    // of other kinds, so a reader of a rare kind doesn't skip over them again with each request.
    const next = cursorAt(full ? shown.at(-1)!.position : last);
    const bodies = shown.map(({ body }) => body);
    return reply(200, new JsonPage<Schemas['EventPage']>(bodies, next, full || waiting));
  };
