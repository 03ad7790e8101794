import { json, type Recorded, startServer } from '../recording-server.ts';

type Respond = Parameters<typeof startServer>[0];

/** A feed whose cursors are positions. `instead` may answer a request in another way. */
export async function serveFeed(
  count: () => number,
  instead: (request: Recorded) => Respond | undefined = () => undefined,
) {
  return startServer((response, request) => {
    const other = instead(request);
    if (other) return other(response, request);
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const after = Number(query.get('cursor') ?? 0);
    const end = Math.min(after + Number(query.get('limit')), count());
    const data = Array.from({ length: end - after }, (_, index) => ({ event_id: `e${after + index}` }));
    json(response, 200, { data, page: { next_cursor: String(end), has_more: end < count() } });
  });
}
