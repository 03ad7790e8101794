export const name = '010-secret-key-check';

export const sql = `
-- What belongs to the installation and to no tenant: one row. secret_key_check is a known text, sealed like the webhook
-- secrets under TRADEPOST_SECRET_KEY. Whoever guesses at the key learns no more from it than from a sealed secret.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  secret_key_check bytea NOT NULL
);

-- Since when no worker can open the secret. Its deliveries wait, and do not count as late.
ALTER TABLE webhook_registrations ADD secret_unreadable_since timestamptz(3);
`;
