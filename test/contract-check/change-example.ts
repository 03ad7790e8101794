// Small changes that make a wrong answer out of an example, and sometimes another right one.
import type { ExampleResponse } from './example-responses.ts';

export type Change<T> = (example: T) => T;

interface Message {
  headers: Headers;
  body: string;
}

/** Sets a header; without a value it removes it. */
export const header =
  (name: string, value?: string) =>
  <T extends Message>(message: T): T => {
    const headers = new Headers(message.headers);
    headers.delete(name);
    if (value !== undefined) headers.set(name, value);
    return { ...message, headers };
  };

/** Sets what is at a path in the body, such as `data/0/price`; without a value it removes it. */
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

/** Makes it the answer to another request, or gives it another status. */
export const as =
  (change: Partial<ExampleResponse>): Change<ExampleResponse> =>
  (response) => ({ ...response, ...change });

export const all =
  <T>(...changes: Change<T>[]): Change<T> =>
  (example) =>
    changes.reduce((changed, change) => change(changed), example);

export const problem = (code: string, title: string): Change<ExampleResponse> =>
  all(put('code', code), put('title', title), put('type', `/docs/problems/${code}`));
