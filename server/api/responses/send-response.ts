import type { Response } from 'express';
import { JsonBytes } from '../../base/json.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { callerOf, requestContext } from '../../http/request-context.ts';
import type { ApiResponse } from '../../trade/resources/handler.ts';
import { sendBody } from './compress.ts';

/** Sends a response whose body already is JSON: nothing is serialised or hashed again. */
export function sendResponse(res: Response, { status, headers, body }: ApiResponse): void | Promise<void> {
  const length = lengthOf(body);
  const { method } = res.req;
  const sent = method === 'HEAD' ? 0 : length;
  const unread = requestContext(res).unread!;
  const { tenantId } = callerOf(res);
  // What was written must be told. A response that only reads can be had again.
  if (method === 'GET') unread.requireRoom(tenantId, sent);
  const release = unread.add(tenantId, sent);
  if (release) onClosed(res.req, res, release);
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name]!);
  if (body !== undefined) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  return body instanceof JsonBytes
    ? sendBody(res, { text: body.bytes, encoding: 'latin1', length })
    : sendBody(res, { text: body, encoding: 'utf8', length });
}

function lengthOf(body: ApiResponse['body']): number {
  if (body === undefined) return 0;
  return body instanceof JsonBytes ? body.bytes.length : Buffer.byteLength(body);
}
