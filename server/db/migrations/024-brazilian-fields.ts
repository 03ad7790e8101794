export const name = '024-brazilian-fields';

/** What an order's fiscal document needs. A column with a constant default is added without rewriting the table. */
export const sql = `
ALTER TABLE orders
  ADD channel text,
  ADD salesperson json,
  ADD fiscal_document json,
  ADD payment_terms json NOT NULL DEFAULT '[]';
`;
