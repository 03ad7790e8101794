/** SQL for the JSON text of each member of T. What the contract adds to T does not compile until it is there. */
export type JsonMembers<T> = { readonly [Name in keyof T]-?: string };

/**
 * SQL that puts the JSON text of an object together: `'{"id":' || o.id || ',"total":' || o.total || '}'`. Write
 * `satisfies JsonMembers<Schemas['Order']>` behind the members.
 */
export function jsonObject(members: Readonly<Record<string, string>>): string {
  const texts = Object.entries(members).map(
    ([name, sql], index) => `'${index === 0 ? '{' : ','}"${name}":' || ${sql}`,
  );
  return `${texts.join(' || ')} || '}'`;
}

/** SQL for the JSON text of a timestamp as the API shows it. */
export const jsonTime = (time: string) => `'"' || iso(${time}) || '"'`;
/** The same for a column that may be null. */
export const jsonTimeOrNull = (time: string) => `coalesce('"' || iso(${time}) || '"', 'null')`;
/**
 * SQL for the JSON text of a column of the row that one of our ids refers to. One look-up by the primary key for each row of a page: see
 * products' stock for what a join costs.
 */
export const jsonOfReferred = (table: string, column: string, tenant: string, id: string): string =>
  `coalesce((SELECT to_json(referred.${column})::text FROM ${table} referred
    WHERE referred.tenant_id = ${tenant} AND referred.id = ${id}), 'null')`;

/** SQL for the JSON text of a parameter that is text or null. */
export const jsonText = (parameter: string) => `coalesce(to_json(${parameter}::text)::text, 'null')`;

/**
 * SQL for the JSON text of an object without its last brace, for members to follow. As bytes, because left() counts the characters of
 * the whole text: 4 us for a product, where this takes 1.
 */
export const openJsonObject = (text: string): string => {
  const bytes = `convert_to(${text}, 'UTF8')`;
  return `convert_from(substr(${bytes}, 1, octet_length(${bytes}) - 1), 'UTF8')`;
};
