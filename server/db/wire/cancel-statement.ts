import { once } from 'node:events';
import net from 'node:net';
import type pg from 'pg';

/** PostgreSQL's number for a CancelRequest, and the length of that message. */
const CANCEL_REQUEST = 80_877_102;
const LENGTH = 16;
/** The other side closes as soon as it has passed the request on. */
const TIMEOUT_MS = 2_000;

/** What pg's client has, and its types lack: the key that lets another connection cancel its statement. */
interface Cancelable {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/**
 * Has the server end the statement that this connection waits for. Like libpq's PQcancel without encryption: the message holds
 * only the connection's key, and the connection is closed afterwards. Never fails: the statement then ends by itself. False
 * if the cancel could arrive later.
 */
export async function cancelStatement(client: pg.ClientBase): Promise<boolean> {
  const { host, port, processID, secretKey } = client as unknown as Cancelable;
  if (processID === null || secretKey === null) return true;
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
  let isLate = false;
  socket.setTimeout(TIMEOUT_MS, () => {
    isLate = true;
    socket.destroy();
  });
  socket.resume();
  socket.write(cancelRequest(processID, secretKey));
  await once(socket, 'close').catch(() => {});
  return !isLate;
}

function cancelRequest(processId: number, secretKey: number): Buffer {
  const message = Buffer.alloc(LENGTH);
  message.writeInt32BE(LENGTH, 0);
  message.writeInt32BE(CANCEL_REQUEST, 4);
  message.writeInt32BE(processId, 8);
  message.writeInt32BE(secretKey, 12);
  return message;
}
