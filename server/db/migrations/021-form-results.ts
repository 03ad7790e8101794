export const name = '021-form-results';

export const sql = `
-- The page of what a form has created, so that sending the form again leads there. Null for what is shown only once.
ALTER TABLE panel.used_form_tokens ADD result text;
`;
