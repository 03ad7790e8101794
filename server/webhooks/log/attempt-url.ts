/**
 * SQL, with the binding `tenant`, for the URL that an attempt `a` of a delivery `d` was sent to; null if it's unknown. An attempt has the number of its URL,
 * or, from before migration 022, only the time of its start. An endpoint has few URLs, and they're found by its key.
 */
export const ATTEMPT_URL = `(SELECT u.url FROM webhook_endpoint_urls u
  WHERE u.tenant_id = :tenant AND u.registration_id = d.registration_id
    AND CASE WHEN a.url_number IS NULL THEN u.since <= a.started_at ELSE u.url_number = a.url_number END
  ORDER BY u.url_number DESC LIMIT 1)`;
