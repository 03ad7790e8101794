export const name = '017-key-successor';

export const sql = `
-- A successor outlives the key that it replaces: deleting that one only clears the reference.
ALTER TABLE api_keys ADD predecessor_id integer,
  ADD CONSTRAINT api_keys__predecessor FOREIGN KEY (tenant_id, predecessor_id)
    REFERENCES api_keys (tenant_id, id) ON DELETE SET NULL (predecessor_id);
CREATE INDEX api_keys_predecessor ON api_keys (tenant_id, predecessor_id) WHERE predecessor_id IS NOT NULL;

-- Forms that created something which is shown only once. Sending one again, as reloading its result does, must not create
-- a second one. Rows are kept as long as a form is accepted, see form-token.ts.
CREATE TABLE panel.used_form_tokens (
  tenant_id integer NOT NULL REFERENCES tenants,
  token text NOT NULL,
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, token)
);
`;
