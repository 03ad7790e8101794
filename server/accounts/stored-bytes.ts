/** SQL for how many bytes a tenant keeps. */
export const STORED_BYTES = (tenant: string) =>
  `(SELECT coalesce(sum(bytes), 0) FROM stored_bytes WHERE tenant_id = ${tenant})::float8`;
