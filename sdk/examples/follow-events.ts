import { Tradepost } from '@tradepost/sdk';
import { fileCursorStore } from '@tradepost/sdk/cursors/file';

const tp = new Tradepost();
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

console.log('Following the feed …');
for await (const event of tp.events.follow({ store: fileCursorStore('cursor'), signal: stop.signal })) {
  if (event.event_type === 'order.created') console.log(`order ${event.data.order_id}: ${event.data.total}`);
}
