/** SQL for the JSON text of each member of T. What the contract adds to T does not compile until it is there. */
export type JsonMembers<T> = { readonly [Name in keyof T]-?: string };

/**
 * As a type, the members' SQL that holds parameters: all that a statement needs in order to know its parameters' names.
 * Plain `string` when a member's text is not known as a type.
 */
export type JsonSql<Members> = string extends Members[keyof Members]
  ? string
  : WithParameters<Members> extends never
    ? ''
    : WithParameters<Members>;
type WithParameters<Members> = Extract<Members[keyof Members], `${string}:${string}`>;

/**
 * SQL that puts the JSON text of an object together: `'{"id":' || o.id || ',"total":' || o.total || '}'`. Write
 * `as const satisfies JsonMembers<Schemas['Order']>` behind the members.
 */
export function jsonObject<const Members extends Readonly<Record<string, string>>>(
  members: Members,
): JsonSql<Members> {
  const texts = Object.entries(members).map(
    ([name, sql], index) => `'${index === 0 ? '{' : ','}"${name}":' || ${sql}`,
  );
  return `${texts.join(' || ')} || '}'` as JsonSql<Members>;
}

/** SQL for the JSON text of a timestamp as the API shows it. */
export const jsonTime = <const Sql extends string>(time: Sql) => `'"' || iso(${time}) || '"'` as const;
/** The same for a column that may be null. */
export const jsonTimeOrNull = <const Sql extends string>(time: Sql) =>
  `coalesce('"' || iso(${time}) || '"', 'null')` as const;
/** SQL for the JSON text of a parameter that is text or null. */
export const jsonText = <const Sql extends string>(parameter: Sql) =>
  `coalesce(to_json(${parameter}::text)::text, 'null')` as const;

/**
 * SQL for the JSON text of an object without its last brace, for members to follow. As bytes, because left() counts the characters of
 * the whole text: 4 us for a product, where this takes 1.
 */
export const openJsonObject = (text: string): string => {
  const bytes = `convert_to(${text}, 'UTF8')`;
  return `convert_from(substr(${bytes}, 1, octet_length(${bytes}) - 1), 'UTF8')`;
};
