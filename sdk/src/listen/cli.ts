#!/usr/bin/env node
import { randomInt } from 'node:crypto';
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tradepost } from '../client/client.ts';
import { printable } from '../errors/sanitize.ts';
import { TradepostError } from '../errors/tradepost-error.ts';
import { Listener } from './listener.ts';
import { type ListenOptions, readOptions, USAGE } from './options.ts';
import { jsonOutput, textOutput } from './output.ts';
import { defaultStateFile, StateFile } from './state-file.ts';

const SECRET_LENGTH = 64; // and of letters and digits, like the secrets of webhook endpoints
const SECRET_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const stopping = new AbortController();
// Once, so that a second Ctrl-C ends the process immediately.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

/** The exit code: 0 if it was told to stop, 1 if it can't continue. */
async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args, process.env);
    if (!options) {
      console.log(USAGE);
      return 0;
    }
    return await run(createListener(options));
  } catch (error) {
    if (stopping.signal.aborted) {
      console.error('Stopped. The next run continues from here.');
      return 0;
    }
    if (!(error instanceof TradepostError)) throw error;
    console.error(printable(error.message));
    return 1;
  }
}

async function run(listener: Listener): Promise<number> {
  for (;;) {
    const step = await listener.tick();
    if ('stop' in step) {
      console.error(printable(step.stop));
      return 1;
    }
    await sleep(step.waitMs, undefined, { signal: stopping.signal });
  }
}

function createListener({ apiKey, baseUrl, forward, stateFile, json, ...options }: ListenOptions): Listener {
  const streams = { out: console.log, err: console.error };
  return new Listener({
    ...options,
    tp: new Tradepost({ apiKey, baseUrl }),
    url: forward,
    stateFileFor: (tenantId) =>
      new StateFile(stateFile ?? defaultStateFile(process.env, homedir(), baseUrl, tenantId)),
    randomSecret,
    output: json ? jsonOutput(streams) : textOutput(streams),
    fetch,
    now: Date.now,
    signal: stopping.signal,
  });
}

function randomSecret(): string {
  const indexes = Array.from({ length: SECRET_LENGTH }, () => randomInt(SECRET_ALPHABET.length));
  return indexes.map((index) => SECRET_ALPHABET[index]).join('');
}
