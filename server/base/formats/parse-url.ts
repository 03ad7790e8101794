/**
 * The URL, or undefined if the text isn't one. Not with URL.canParse: once V8 has compiled a caller, after some thousand calls,
 * Node 20 reads the text's Latin-1 as UTF-8, and refuses `https://münchen.example` or `https://example.com/café.jpg`.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A URL's hostname as a resolver takes it: without the brackets of an IPv6 address and without a dot at the end. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
