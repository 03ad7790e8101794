import type { Querier, Transaction } from '../querier.ts';

/**
 * A statement that runs on this only declares a cursor for its rows: `await SALES.day(cursorOf(tx), values)`. A
 * transaction has one.
 */
export const cursorOf = (tx: Transaction): Querier => ({
  query: (statement, values) => {
    const { name, text } = typeof statement === 'string' ? { name: statement, text: statement } : statement;
    const declaration = `DECLARE report NO SCROLL CURSOR FOR ${text}`;
    return tx.query({ name, text: declaration, prepared: false }, values);
  },
});

/** Reads the cursor's next rows. Fewer than `count` are the last ones. */
export const fetchRows = <Row extends object>(tx: Transaction, count: number): Promise<Row[]> =>
  tx.query<Row>({ name: 'fetch from a cursor', text: `FETCH ${count} FROM report`, prepared: false }, []);
