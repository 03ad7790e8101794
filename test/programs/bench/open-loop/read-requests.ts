import { readFile } from 'node:fs/promises';

/** The requests that prepared-requests.ts wrote to a file, as they are sent. None has an @ in its body. */
export async function readRequests(file: string): Promise<Buffer[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map(bytesOf);
}

function bytesOf(line: string): Buffer {
  const [method, path, body, key] = line.split('\t') as [string, string, string, string];
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${key}`];
  if (body !== '') head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
