export const name = '032-event-origin';

/**
 * Which request caused an event. The transaction of a request has both as settings (database.ts), so no statement needs another
 * parameter. Two steps each: a default in ADD COLUMN would be evaluated once and shown for all existing rows.
 */
export const sql = `
ALTER TABLE events ADD request_id uuid;
ALTER TABLE events ADD traceparent text;
ALTER TABLE events ALTER request_id SET DEFAULT nullif(current_setting('tradepost.request_id', true), '')::uuid;
ALTER TABLE events ALTER traceparent SET DEFAULT nullif(current_setting('tradepost.traceparent', true), '');
`;
