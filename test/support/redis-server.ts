import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    if (process.env.CI) throw new Error('CI must install redis-server.');
    return false;
  }
}

export interface RedisServer {
  readonly url: string;
  /** Stops answering, without closing anything. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** A Redis for one test, on loopback and without persistence. */
export async function startRedis(at?: number): Promise<RedisServer> {
  const port = at ?? (await freePort());
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', flags);
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
