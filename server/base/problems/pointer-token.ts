/** The part of a JSON pointer that names a member: RFC 6901, 3. */
export const pointerToken = (name: string | number): string =>
  String(name).replaceAll('~', '~0').replaceAll('/', '~1');
