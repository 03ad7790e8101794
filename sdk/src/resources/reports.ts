// Generated from the contract by `npm run generate`. Do not edit.
import type { SalesReport, SalesReportQuery } from '../../../generated/sdk-types.ts';
import type { Reply } from '../transport/api-promise.ts';
import type { RequestOptions } from '../transport/request-options.ts';
import { Resource } from './resource.ts';

/** Sums of orders. */
export class Reports extends Resource {
  /**
   * Sums the orders placed from `start_date` to `end_date`, both included, by day, week, month, product,
   * category, customer, salesperson or channel. An order belongs to the day of its `placed_at` in
   * `time_zone`. Canceled orders are left out. An order counts as it is now: with its changes, refunds and
   * returns, whenever they were made. Days, weeks and months come in their order, other rows by `total`, the
   * largest first. A report of more than 100 000 rows, or one that takes longer than 30 s, is refused with
   * 400: choose a shorter range. A client has 60 s to read a report of more than 1 000 rows. Reports in
   * progress count as exports, and a tenant's reports are made one after the other.
   */
  sales<Group extends SalesReport['group_by']>(
    query: SalesReportQuery & { group_by: Group },
    options?: RequestOptions,
  ): Reply<Extract<SalesReport, { group_by: Group }>> {
    return this.reportOf('/reports/sales', options, query);
  }
}
