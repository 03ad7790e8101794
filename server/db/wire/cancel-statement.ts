import { once } from 'node:events';
import net from 'node:net';

/** PostgreSQL's number for a CancelRequest, and the length of that message. */
const CANCEL_REQUEST = 80_877_102;
const LENGTH = 16;
/** The other side closes as soon as it has passed the request on. */
const TIMEOUT_MS = 2_000;

interface Cancelable {
  readonly host: string;
  readonly port: number;
  /** The key that lets another connection cancel its statement. */
  readonly processId: number;
  readonly secretKey: number;
}

/**
 * Has the server end the statement that a connection waits for. Like libpq's PQcancel without encryption: the message holds
 * only the connection's key, and the connection is closed afterwards. Never fails: the statement then ends by itself. False
 * if the cancel could arrive later.
 */
export async function cancelStatement({ host, port, processId, secretKey }: Cancelable): Promise<boolean> {
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
  let isLate = false;
  socket.setTimeout(TIMEOUT_MS, () => {
    isLate = true;
    socket.destroy();
  });
  socket.resume();
  const message = Buffer.alloc(LENGTH);
  for (const [index, word] of [LENGTH, CANCEL_REQUEST, processId, secretKey].entries())
    message.writeInt32BE(word, index * 4);
  socket.write(message);
  await once(socket, 'close').catch(() => {});
  return !isLate;
}
