export interface Received<T> {
  readonly data: T;
  /** Status and headers as they came. Its body has been read: it is `data`. */
  readonly response: Response;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
}

/** The data that is awaited, and on request the answer that it came with. */
export interface Reply<T> extends Promise<T> {
  /** `await` this in place of the reply. Nothing is sent again. */
  withResponse(): Promise<Received<T>>;
}

export function createReply<T>(received: Promise<Received<T>>): Reply<T> {
  const data = received.then((whole) => whole.data);
  const withResponse = () => {
    data.catch(() => {}); // who awaits the answer hears of its failure there, and not by an unhandled rejection too
    return received;
  };
  return Object.assign(data, { withResponse });
}

/** The same answer with something else for its data. */
export function mapReply<From, To>(from: Reply<From>, change: (data: From) => To): Reply<To> {
  return createReply(
    from.withResponse().then(({ data, response }) => createReceived(change(data), response)),
  );
}

export function createReceived<T>(data: T, response: Response): Received<T> {
  return {
    data,
    response,
    // Read when it is asked for: to look a header up costs more than to make this answer.
    get requestId() {
      return requestIdOf(response);
    },
  };
}

export function requestIdOf(response: Pick<Response, 'headers'>): string | undefined {
  return response.headers.get('x-request-id') ?? undefined;
}
