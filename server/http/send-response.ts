import type { Response } from 'express';
import { type ApiResponse, JsonBytes } from '../handler.ts';

/** Sends a response whose body already is JSON text: nothing is serialised or hashed again. */
export function sendResponse(res: Response, { status, headers, body }: ApiResponse): void {
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name]!);
  if (body === undefined) return void res.end();
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (body instanceof JsonBytes) {
    res.setHeader('Content-Length', body.bytes.length);
    res.end(body.bytes, 'latin1');
  } else {
    res.setHeader('Content-Length', Buffer.byteLength(body));
    res.end(body);
  }
}
