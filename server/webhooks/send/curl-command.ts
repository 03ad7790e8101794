export interface CurlRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A command for sh and bash that sends a request byte for byte. The body goes through a pipe: as an argument it could have
 * 128 KB at most, `--data` would read a file if it began with @, and a here-document would add a line feed, which breaks the
 * signature. printf is part of the shell and has no such limit.
 */
export function curlCommand({ url, headers, body }: CurlRequest): string {
  const options = [
    `--url ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    '--data-binary @-',
  ];
  // Without --globoff, curl takes brackets and braces in a URL for patterns.
  return `printf %s ${quoted(body)} |\n  curl --include --globoff ${options.join(' \\\n    ')}\n`;
}

/** Within single quotes a shell reads everything as it is, except the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
