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

export function createReply<T>(received: Promise<Received<T>>): Reply<T> {
  const data = received.then((result) => result.data);
  const withResponse = () => {
    data.catch(() => {}); // the caller sees the failure on `received`; this one must not be an unhandled rejection
    return received;
  };
  return Object.assign(data, { withResponse });
}

/** The same reply with other data. */
export function mapReply<From, To>(from: Reply<From>, change: (data: From) => To): Reply<To> {
  return createReply(
    from.withResponse().then(({ data, response }) => createReceived(change(data), response)),
  );
}

export function createReceived<T>(data: T, response: Response): Received<T> {
  return { data, response, requestId: requestIdOf(response) };
}

export function requestIdOf(response: Pick<Response, 'headers'>): string | undefined {
  return response.headers.get('x-request-id') ?? undefined;
}
