export const name = '014-request-log';

export const sql = `
SELECT 1;
`;
