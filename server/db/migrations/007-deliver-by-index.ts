export const name = '007-deliver-by-index';

export const sql = `
-- Each delivery refers to its event, and its place in the queue to the delivery. A connection plans these checks once: on
-- tables that were short then, it read them whole for each event until autovacuum looked again, a minute later.
ALTER FUNCTION deliver_event(integer, uuid, integer[]) SET enable_seqscan = off;
ALTER FUNCTION deliver_event(integer, uuid, integer[]) SET enable_bitmapscan = off;
`;
