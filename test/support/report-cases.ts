import { REPORT_SETTINGS } from '../../server/db/pool/report-database.ts';
import { findRange } from '../../server/trade/reports/report-range.ts';
import { SALES } from '../../server/trade/reports/sales.ts';
import { LARGE } from './large-shop-rows.ts';
import type { RecordQueries } from './query-cases.ts';

/** The large shop has an order every five minutes. */
export const DAY_ORDERS = 288;

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** A report of one day. It declares a cursor for the same statement, which is planned in the same way. */
const summingSales =
  (group: keyof typeof SALES): RecordQueries =>
  ({ record }) =>
    record(async (db) => {
      await db.query(REPORT_SETTINGS, []);
      const range = { start_date: yesterday(), end_date: yesterday(), time_zone: 'UTC' };
      const { timeZone, since, before } = await findRange(db, LARGE, range);
      const values = { tenant_id: LARGE, since, before };
      // By day, week and month.
      const byTime = { ...values, time_zone: timeZone };
      await SALES[group](db, group === 'day' || group === 'week' || group === 'month' ? byTime : values);
    });

export const reportCases = (Object.keys(SALES) as (keyof typeof SALES)[]).map(
  (group): [string, RecordQueries] => [`sales by ${group}`, summingSales(group)],
);
