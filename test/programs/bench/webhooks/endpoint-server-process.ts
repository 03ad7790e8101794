import net, { type AddressInfo, type Socket } from 'node:net';
import { monotonicMs } from './clock.ts';
import type { Answer, Arrivals, Question } from './endpoint-server.ts';

// Responds 204 to every POST once its body is complete, and records the arrivals. Paths that hang get no response. It
// shares a core with PostgreSQL, so it parses only as much HTTP as the senders write: in production, node:http's extra
// CPU time would be spent on another machine.

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';
const END_OF_HEAD = '\r\n\r\n';

let arrivals: Arrivals = { ids: [], paths: [], atMs: [] };
let hanging = new Set<string>();
const hung = new Set<Socket>();
let awaited: { readonly count: number; readonly then: () => void } | undefined;

const say = (response: Answer): void => void process.send!(response);

const server = net.createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('close', () => hung.delete(socket));
  socket.on('data', (text: string) => {
    rest = readAll(socket, rest + text);
  });
});

/** Handles the complete POSTs and returns the remaining text. Senders don't pipeline requests. */
function readAll(socket: Socket, text: string): string {
  const head = text.indexOf(END_OF_HEAD);
  if (head === -1) return text;
  const end = head + END_OF_HEAD.length + Number(headerOf(text, 'content-length'));
  if (text.length < end) return text;
  arrived(socket, text);
  return readAll(socket, text.slice(end));
}

/** All senders write header names in lower case. */
function headerOf(head: string, name: string): string {
  const at = head.indexOf(`\r\n${name}: `) + name.length + 4;
  return head.slice(at, head.indexOf('\r\n', at));
}

function arrived(socket: Socket, post: string): void {
  const path = post.slice('POST '.length, post.indexOf(' ', 'POST '.length));
  arrivals.ids.push(headerOf(post, 'webhook-id'));
  arrivals.paths.push(path);
  arrivals.atMs.push(monotonicMs());
  if (hanging.has(path)) hung.add(socket);
  else socket.write(NO_CONTENT);
  if (awaited !== undefined && arrivals.ids.length >= awaited.count) awaited.then();
}

const responses: {
  readonly [Kind in Question['kind']]: (question: Extract<Question, { kind: Kind }>) => void;
} = {
  take: () => {
    say({ arrivals });
    arrivals = { ids: [], paths: [], atMs: [] };
  },
  hang: ({ paths }) => {
    hanging = new Set(paths);
    for (const socket of hung) socket.destroy();
    say({});
  },
  count: ({ atLeast }) => {
    const then = (): void => {
      awaited = undefined;
      say({});
    };
    if (arrivals.ids.length >= atLeast) then();
    else awaited = { count: atLeast, then };
  },
};

process.on('message', (question: Question) => responses[question.kind](question as never));
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () =>
  say({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
