export type Cookies = Readonly<Record<string, string>>;

/** As they were sent, without decoding. */
export function cookiesOf(header = ''): Cookies {
  const pairs = header.split(/; */).flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return rest.length > 0 ? [[name, rest.join('=')] as const] : [];
  });
  return Object.fromEntries(pairs);
}
