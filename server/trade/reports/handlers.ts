import type { ApiProblem } from '../../base/problems/api-problem.ts';
import { REPORT_STATEMENT_MS } from '../../db/pool/report-database.ts';
import type { Transaction } from '../../db/querier.ts';
import { cursorOf, fetchRows } from '../../db/sql/cursor.ts';
import { REPORT_BATCH_ROWS, type ReportHandler } from '../resources/handler.ts';
import { findRange, type ReportRange, refused } from './report-range.ts';
import { MAX_ROWS, PERIODS, SALES } from './sales.ts';

/** SQLSTATE of a canceled statement. */
const CANCELED = '57014';

interface Totals {
  readonly rows: number;
  readonly json: string;
}

export const getSalesReport: ReportHandler<'getSalesReport'> = async ({ caller, query }, tx) => {
  const { start_date, end_date, group_by } = query;
  const range = await findRange(tx, caller.tenantId, query);
  return {
    about: { start_date, end_date, time_zone: range.timeZone, currency: caller.currency, group_by },
    sum: async () => {
      const total = await openCursor(tx, { group_by, tenantId: caller.tenantId, ...range });
      if (total.rows > MAX_ROWS) throw tooLarge(`has ${total.rows} rows, more than ${MAX_ROWS}`);
      return total.json;
    },
    read: async () => (await fetchRows<{ json: string }>(tx, REPORT_BATCH_ROWS)).map((row) => row.json),
  };
};

interface Sums extends ReportRange {
  readonly tenantId: number;
  readonly group_by: keyof typeof SALES;
}

/** The first row takes nearly all of the time: the others are its parts, which are in memory then. */
async function openCursor(tx: Transaction, { group_by, tenantId, ...range }: Sums): Promise<Totals> {
  const values = { tenant_id: tenantId, since: range.since, before: range.before };
  try {
    const isPeriod = (PERIODS as readonly string[]).includes(group_by);
    await SALES[group_by](cursorOf(tx), { ...values, ...(isPeriod && { time_zone: range.timeZone }) });
    const [totals] = await fetchRows<Totals>(tx, 1);
    return totals!;
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELED) throw error;
    throw tooLarge(`took longer than ${REPORT_STATEMENT_MS / 1000} s`);
  }
}

const tooLarge = (finding: string): ApiProblem =>
  refused('end_date', 'maximum', `the report ${finding}; choose a shorter range`);
