import type { PreparedRequest } from '../bench/rows/row.ts';

/** Requests of one kind, sent in turn. */
export interface Requests {
  readonly title: string;
  readonly requests: readonly PreparedRequest[];
  /** 32 if left out. */
  readonly connections?: number | undefined;
}

export const get = (path: string): PreparedRequest => ({ method: 'GET', path: `/api/v1${path}` });
