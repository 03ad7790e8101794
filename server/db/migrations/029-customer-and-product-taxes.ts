export const name = '029-customer-and-product-taxes';

/** What the fiscal document of an order needs of its customer and its products. No table is rewritten. */
export const sql = `
ALTER TABLE customers ADD state_registration json, ADD icms_taxpayer text, ADD municipal_registration text;
ALTER TABLE products ADD cest text, ADD origin smallint, ADD tax_unit text;
`;
