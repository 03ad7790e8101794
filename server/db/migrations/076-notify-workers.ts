import type { Step } from './migration.ts';

/**
 * Who notifies workers, in a function of its own: with Citus, a transaction of several machines is prepared on each of them, and PostgreSQL
 * prepares none that has notified. There this function does nothing (migrate/distribute.ts), and workers find what is due when they look.
 */
export const name = '076-notify-workers';

const NOTIFY = `
CREATE FUNCTION notify_workers(p_tenant_id integer) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('webhook_deliveries', p_tenant_id::text)
$$`;

const CALL_IT = `
DO $$ DECLARE
  v_definition text;
BEGIN
  FOR v_definition IN
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE prokind = 'f' AND proname <> 'notify_workers'
      AND pronamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'webhook_queue'::regclass)
      AND prosrc LIKE '%PERFORM pg_notify(''webhook_deliveries'', p_tenant_id::text)%'
  LOOP
    EXECUTE replace(v_definition, 'pg_notify(''webhook_deliveries'', p_tenant_id::text)', 'notify_workers(p_tenant_id)');
  END LOOP;
END $$`;

export const steps: readonly Step[] = [NOTIFY, CALL_IT];
