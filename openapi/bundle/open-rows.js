/**
 * The service validates each row of a batch on its own, so a validator in between mustn't refuse the whole batch for one row. Only a
 * union could say that beside the row's schema, and generators make types of it that nobody wants to fill in: `x-row` names it.
 *
 * Done to the bundle when it is complete, not by a decorator: what only `x-row` refers to would be left out as unused.
 */
export function openRows({ components: { schemas } }) {
  for (const { properties = {} } of Object.values(schemas)) {
    const { items: rows } = properties;
    if (!rows?.['x-items-validated-separately'] || !rows.items.$ref) continue;
    const name = rows.items.$ref.split('/').at(-1);
    const description = `A \`${name}\`. A row of another form is refused in its own result.`;
    rows.items = { description, 'x-row': rows.items };
  }
}
