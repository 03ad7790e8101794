import type { FastifyInstance } from 'fastify';
import { db } from './database.ts';

interface Row {
  readonly feed_position: string;
  /** JSON text. */
  readonly body: string;
}

/** It reads what has a position already, and leaves it to Tradepost to give one to new events. */
export function feed(app: FastifyInstance): void {
  app.get<{ Querystring: { limit: string; cursor?: string } }>('/api/v1/events', async (request, reply) => {
    const limit = Number(request.query.limit);
    const after = request.query.cursor ? Buffer.from(request.query.cursor, 'base64url').toString() : '0';
    const rows: Row[] = await db('events')
      .select('feed_position', 'body')
      .where({ tenant_id: request.tenant.id })
      .where('feed_position', '>', after)
      .orderBy('feed_position')
      .limit(limit + 1);
    const hasMore = rows.length > limit;
    if (hasMore) rows.pop();
    const cursor = Buffer.from(rows.at(-1)?.feed_position ?? after).toString('base64url');
    const page = JSON.stringify({ next_cursor: cursor, has_more: hasMore });
    reply.type('application/json; charset=utf-8');
    return `{"data":[${rows.map(({ body }) => body).join(',')}],"page":${page}}`;
  });
}
