import net from 'node:net';

/** No request of these tests takes longer than a second on an idle machine, so one that takes this long is hanging. */
const DEADLINE_MS = 30_000;

export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends bytes as they are, and reads until the server closes the connection. With `halfClose`, it says that no more will come. */
export function sendBytes(
  baseUrl: string,
  bytes: string | Buffer,
  { halfClose = false } = {},
): Promise<Buffer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port) });
    const chunks: Buffer[] = [];
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no complete response in ${DEADLINE_MS} ms: ${Buffer.concat(chunks)}`));
    }, DEADLINE_MS);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks));
    });
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    if (halfClose) socket.end();
  });
}

/** Sends a request's head, and then its body's next part again and again, until the server closes the connection. */
export function sendWithoutEnd(baseUrl: string, head: string, part: string): Promise<Buffer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const late = setTimeout(() => socket.destroy(), DEADLINE_MS);
    const write = (): void => void (socket.writable && socket.write(part, write));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    // What it sent before it said so has arrived.
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks));
    });
    socket.write(head, write);
  });
}

/** Parses a server's responses, each with a Content-Length or without a body. Doesn't support responses to HEAD. */
export function parseResponses(sent: Buffer): ParsedResponse[] {
  const end = sent.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [first = '', ...lines] = sent.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
  const bodyEnd = end + 4 + Number(headers.get('content-length') ?? 0);
  const response = {
    status: Number(first.split(' ')[1]),
    headers,
    body: sent.subarray(end + 4, bodyEnd).toString(),
  };
  return [...(response.status >= 200 ? [response] : []), ...parseResponses(sent.subarray(bodyEnd))];
}

/** Sends bytes and returns the response. Fails unless there is exactly one. */
export async function responseTo(baseUrl: string, bytes: string | Buffer): Promise<ParsedResponse> {
  const sent = await sendBytes(baseUrl, bytes);
  const responses = parseResponses(sent);
  if (responses.length !== 1) throw new Error(`${responses.length} responses: ${sent}`);
  return responses[0]!;
}
