import { json, type Recorded, startServer } from '../recording-server.ts';

type Respond = Parameters<typeof startServer>[0];

const MAX_PAGE = 200; // the contract's

/** A feed of new orders whose cursors are positions. `instead` may answer a request in another way. */
export async function serveFeed(
  count: () => number,
  instead: (request: Recorded) => Respond | undefined = () => undefined,
  maxPage = MAX_PAGE,
) {
  return startServer((response, request) => {
    const other = instead(request);
    if (other) return other(response, request);
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const after = Number(query.get('cursor') ?? 0);
    const end = Math.min(after + Math.min(maxPage, Number(query.get('limit'))), count());
    const data = Array.from({ length: end - after }, (_, index) => eventOf(after + index));
    json(response, 200, { data, page: { next_cursor: String(end), has_more: end < count() } });
  });
}

const eventOf = (number: number) => ({
  event_id: `e${number}`,
  event_type: 'order.created',
  data: { order_id: number, total: 134.7 },
});
