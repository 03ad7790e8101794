import { requestIdOf } from '../errors/response-head.ts';

export interface Received<T> {
  /** What the call returned. */
  readonly data: T;
  /** Status and headers as received. The body has been read: it is `data`. */
  readonly response: Response;
  /** Quote it when you contact support. */
  readonly requestId: string | undefined;
}

/** `await` it for the data, or `withResponse()` for the response too. */
export interface Reply<T> extends Promise<T> {
  /** The data with the response. Doesn't send another request. */
  withResponse(): Promise<Received<T>>;
}

/** What a reply is made of. The request id is only looked up for who asks for it. */
export type ParsedResponse<T> = Pick<Received<T>, 'data' | 'response'>;

export function createReply<T>(sent: Promise<ParsedResponse<T>>): Reply<T> {
  const data = sent.then(dataOf) as Reply<T>;
  // Behind the data: V8 finds the caller for a stack only where one promise waits for each.
  data.withResponse = () => data.then(() => sent).then(withRequestId);
  return data;
}

const dataOf = <T>({ data }: ParsedResponse<T>): T => data;

const withRequestId = <T>({ data, response }: ParsedResponse<T>): Received<T> => ({
  data,
  response,
  requestId: requestIdOf(response),
});
