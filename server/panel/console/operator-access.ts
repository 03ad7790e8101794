import { findSessionOperator } from '../../accounts/operators/login.ts';
import { DEFAULT_TIME_ZONE } from '../../accounts/tenants/time-zone.ts';
import type { SiteAccess } from '../dispatch.ts';
import { createFormat } from '../kit/index.ts';
import type { ConsoleRequest } from '../request/route.ts';

/** Every operator may do everything. */
export const OPERATOR_ACCESS: SiteAccess<ConsoleRequest> = {
  enter: async (visitor) => {
    const { deps, session, locale } = visitor;
    const operator = await findSessionOperator(deps.db, session.login!);
    const format = createFormat(locale, DEFAULT_TIME_ZONE, deps.nowMs());
    return operator && Object.assign(visitor, { operator, db: deps.db, format });
  },
  personOf: ({ operator }) => operator,
  refusalOf: async () => undefined,
  mayStay: async ({ deps, session }) => (await findSessionOperator(deps.db, session.login!)) !== undefined,
};
