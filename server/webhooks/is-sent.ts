/** SQL for whether a tenant `t` gets its deliveries: its plan has webhooks, and neither it nor its deliveries were stopped. */
export const tenantIsSent = `t.webhooks_enabled AND t.status = 'active' AND t.deliveries_held_since IS NULL`;

/** The same for an endpoint `r`. Otherwise what is in the queue stays there, in its order. */
export const endpointIsSent = 'r.active AND r.held_since IS NULL';
