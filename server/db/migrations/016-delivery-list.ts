export const name = '016-delivery-list';

export const sql = `
SELECT 1;
`;
