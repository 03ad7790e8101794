export const name = '015-alerts';

export const sql = `
SELECT 1;
`;
