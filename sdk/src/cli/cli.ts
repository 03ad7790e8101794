#!/usr/bin/env node
import { randomInt, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tradepost } from '../client/client.ts';
import { printable } from '../errors/sanitize.ts';
import { TradepostError } from '../errors/tradepost-error.ts';
import { Listener } from './listener.ts';
import { type ListenOptions, readOptions, USAGE } from './options.ts';
import { jsonOutput, textOutput } from './output.ts';
import { defaultStateFile, StateFile } from './state-file.ts';
import { trigger } from './trigger.ts';
import { readTriggerOptions, TRIGGER_USAGE } from './trigger-options.ts';

const SECRET_LENGTH = 64; // and of letters and digits, like the secrets of webhook endpoints
const SECRET_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const streams = { out: console.log, err: console.error };
const stopping = new AbortController();
// Once, so that a second Ctrl-C ends the process immediately.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

/** Nobody reads the output any more, as after `listen | head`. */
let isUnread = false;
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isUnread = true;
    stopping.abort();
  });

const [command, ...args] = process.argv.slice(2);
(command === 'trigger' ? runTrigger(args) : runListen(process.argv.slice(2))).then((code) => {
  process.exitCode = code;
});

/** The exit code is the contract of `trigger --help`. */
async function runTrigger(args: string[]): Promise<number> {
  try {
    const options = readTriggerOptions(args, { env: process.env, now: Date.now, randomId: randomUUID });
    if (options) return await trigger(options, { fetch, now: Date.now, signal: stopping.signal }, streams);
    console.log(TRIGGER_USAGE);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 1;
    if (!(error instanceof TradepostError)) throw error;
    console.error(printable(error.message));
    return 2;
  }
}

/** The exit code: 0 if it was told to stop, 1 if it can't continue. */
async function runListen(args: string[]): Promise<number> {
  try {
    const options = readOptions(args, process.env);
    if (!options) {
      console.log(USAGE);
      return 0;
    }
    return await run(createListener(options));
  } catch (error) {
    if (stopping.signal.aborted) {
      if (!isUnread) console.error('Stopped. The next run continues from here.');
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
