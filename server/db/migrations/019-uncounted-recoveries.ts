export const name = '019-uncounted-recoveries';

export const sql = `
-- total: NULL when the range had more events than are counted before a recovery begins.
-- begins_after: a recovery begins once every transaction that is older than this has ended. NULL when the endpoint was
-- switched on by the transaction that created the recovery: others saw it switched off until the commit, whose time only
-- those know who see the row.
ALTER TABLE webhook_recoveries
  ALTER total DROP NOT NULL,
  ADD begins_after timestamptz DEFAULT statement_timestamp();
UPDATE webhook_recoveries SET begins_after = created_at;
`;
