import type { Querier, Statement } from '../querier.ts';

/** Begins a part of a request's work, and returns what ends it. */
export type TraceWork = (name: string) => (error?: unknown) => void;

export const WAIT = 'wait for a connection';

/** Traces work, if there is anybody to trace it for. Without, it costs no promise. */
export const traced = <T>(trace: TraceWork | undefined, name: string, work: () => Promise<T>): Promise<T> =>
  trace ? untilEnded(trace(name), work) : work();

async function untilEnded<T>(end: ReturnType<TraceWork>, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** What knex writes, and BEGIN, have no name: their first word stands for it. */
export const nameOf = (statement: Statement | string): string =>
  typeof statement === 'string' ? (/^\w+/.exec(statement.trim())?.[0] ?? 'SQL') : statement.name;

/** The same, with a span for each statement. */
export const tracedQuery =
  (trace: TraceWork, query: Querier['query']): Querier['query'] =>
  (statement, values) =>
    traced(trace, nameOf(statement), () => query(statement, values));
