import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { createOperator } from '../../server/accounts/operators/operators.ts';
import { insertTenant } from '../../server/accounts/tenants/store.ts';
import { addUser } from '../support/panel.ts';
import type { TestEnvironment } from '../support/test-environment.ts';

/** Companies in each status, by their ids, and what one of them has. */
export interface ConsoleSample {
  readonly tenant: number;
  readonly suspended: number;
  readonly closed: number;
  readonly deleting: number;
  readonly deleted: number;
  readonly user: number;
  /** Of a link that an operator hasn't used. */
  readonly token: string;
}

export async function openSample(environment: TestEnvironment): Promise<ConsoleSample> {
  const { db } = environment.context;
  const make = async (name: string, status: string): Promise<number> => {
    const id = await insertTenant(db, name, 'Pro');
    await db.query(
      `UPDATE tenants SET status = $2,
         suspended_at = CASE $2 WHEN 'suspended' THEN now() END, suspension_reason = CASE $2 WHEN 'suspended' THEN 'Fatura de outubro vencida' END,
         closed_at = CASE $2 WHEN 'closed' THEN now() - interval '1 h' END, closing_reason = CASE $2 WHEN 'closed' THEN 'Contrato encerrado' END,
         delete_after = CASE $2 WHEN 'closed' THEN now() + interval '30 days' END
       WHERE tenant_id = $1`,
      [id, status],
    );
    return id;
  };
  const tenant = await make('Torrefação Serra Alta', 'active');
  const [suspended, closed] = [
    await make('Padaria Parada', 'suspended'),
    await make('Loja Fechada', 'closed'),
  ];
  const deleting = await make('Café Passado', 'deleting');
  const deleted = 2_000_000;
  await db.query(
    `INSERT INTO tenant_deletions (deleted_tenant, operator, reason, completed_at, deleted_rows) VALUES
       ($1, 'eva@tradepost.example', 'Pediram por e-mail', NULL, '{"orders": 1200}'),
       ($2, 'eva@tradepost.example', NULL, now(), '{"api_keys": 3, "orders": 51200}')`,
    [deleting, deleted],
  );
  const { id: user } = await addUser(environment, tenant);
  const invited = { email: 'rui@tradepost.example', name: 'Rui Sá' };
  const { token } = await db.transaction((tx) => createOperator(tx, OPERATOR, invited));
  return { tenant, suspended, closed, deleting, deleted, user, token };
}
