// Small changes that turn an example into an invalid response, or into another valid one.
import type { ExampleResponse } from './example-responses.ts';

export type Change<T> = (example: T) => T;

interface Message {
  headers: Headers;
  body: string;
}

/** Sets a header, or removes it when no value is given. */
export const header =
  (name: string, value?: string) =>
  <T extends Message>(message: T): T => {
    const headers = new Headers(message.headers);
    headers.delete(name);
    if (value !== undefined) headers.set(name, value);
    return { ...message, headers };
  };

/** Sets the value at a path in the body, such as `data/0/price`, or removes it when no value is given. */
export const put =
  (path: string, value?: unknown) =>
  <T extends Message>(message: T): T => {
    const body = JSON.parse(message.body) as Record<string, unknown>;
    const keys = path.split('/');
    const holder = keys.slice(0, -1).reduce((node, key) => node[key] as Record<string, unknown>, body);
    holder[keys.at(-1)!] = value;
    return { ...message, body: JSON.stringify(body) };
  };

/** Replaces the whole body. */
export const text =
  (body: string) =>
  <T extends Message>(message: T): T => ({ ...message, body });

/** Changes the request that the response belongs to, or its status. */
export const as =
  (change: Partial<ExampleResponse>): Change<ExampleResponse> =>
  (response) => ({ ...response, ...change });
