import type { Context } from '../../server/main/context.ts';

/** Makes an endpoint's deliveries look as if they had been due for this long. */
export const dueFor = ({ db }: Context, registrationId: number, seconds: number) =>
  db.query(
    `UPDATE webhook_queue SET due_at = clock_timestamp() - $2 * interval '1 s' WHERE registration_id = $1`,
    [registrationId, seconds],
  );

/** Leases one of the endpoint's deliveries to an imaginary worker for this long. */
export const lease = ({ db }: Context, registrationId: number, seconds: number) =>
  db.query(
    `UPDATE webhook_queue SET lease_token = gen_random_uuid(), leased_until = clock_timestamp() + $2 * interval '1 s'
     WHERE delivery_id = (SELECT delivery_id FROM webhook_queue WHERE registration_id = $1 AND lease_token IS NULL LIMIT 1)`,
    [registrationId, seconds],
  );
