import type { Redis } from 'ioredis';
import { type Entry, TICK_MS, WINDOW_MS, type WindowResult } from './sliding-window.ts';

/** A window is kept as `{at, count, at, count, …}`. The clock is Redis's, because those of the processes differ. */
const READ = `
local function now(clock)
  if clock ~= '' then return tonumber(clock) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function read(key, since)
  local stored = redis.call('GET', key)
  local window, used = {}, 0
  if stored then
    local all = cmsgpack.unpack(stored)
    for i = 1, #all, 2 do
      if all[i] > since then
        window[#window + 1] = all[i]
        window[#window + 1] = all[i + 1]
        used = used + all[i + 1]
      end
    end
  end
  return window, used
end
local function write(key, window)
  redis.call('SET', key, cmsgpack.pack(window), 'PX', ${WINDOW_MS})
end
`;

/** sliding-window.ts in Lua, for one request. */
const TAKE = `${READ}
local at, limit = now(ARGV[2]), tonumber(ARGV[1])
local window, used = read(KEYS[1], at - ${WINDOW_MS})
local last = #window - 1
if last > 0 and window[last] > at then at = window[last] end
local taken = math.max(0, math.min(1, limit - used))
if taken > 0 then
  if last > 0 and math.floor(window[last] / ${TICK_MS}) == math.floor(at / ${TICK_MS}) then
    window[last] = at
    window[last + 1] = window[last + 1] + taken
  else
    window[#window + 1] = at
    window[#window + 1] = taken
  end
  write(KEYS[1], window)
end
used = used + taken
local left, wait = used, ${WINDOW_MS}
for i = 1, #window, 2 do
  left = left - window[i + 1]
  if left < limit then
    wait = window[i] + ${WINDOW_MS} - at
    break
  end
end
return {taken, used, wait}
`;

/** Adds entries, given as pairs of age and count. */
const ADD = `${READ}
local at = now(ARGV[1])
local window = read(KEYS[1], at - ${WINDOW_MS})
local entries = {}
for i = 1, #window, 2 do entries[#entries + 1] = {window[i], window[i + 1]} end
for i = 2, #ARGV, 2 do entries[#entries + 1] = {at - tonumber(ARGV[i]), tonumber(ARGV[i + 1])} end
table.sort(entries, function(a, b) return a[1] < b[1] end)
local merged = {}
for _, entry in ipairs(entries) do
  merged[#merged + 1] = entry[1]
  merged[#merged + 1] = entry[2]
end
write(KEYS[1], merged)
`;

type WindowNumbers = [taken: number, used: number, waitMs: number];

interface Scripts {
  takeRequests(key: string, limit: number, clockMs: number | ''): Promise<WindowNumbers>;
  addRequests(key: string, clockMs: number | '', ...agesAndCounts: number[]): Promise<null>;
}

/** The windows in Redis, one round trip each. */
export class RedisScripts {
  readonly #client: Redis & Scripts;
  readonly #clockMs: (() => number) | undefined;

  constructor(client: Redis, clockMs?: () => number) {
    client.defineCommand('takeRequests', { numberOfKeys: 1, lua: TAKE });
    client.defineCommand('addRequests', { numberOfKeys: 1, lua: ADD });
    this.#client = client as Redis & Scripts;
    this.#clockMs = clockMs;
  }

  async take(tenantId: number, limit: number): Promise<WindowResult> {
    const clock = this.#clockMs?.() ?? '';
    const [taken, used, waitMs] = await this.#client.takeRequests(keyOf(tenantId), limit, clock);
    return { taken, used, waitMs };
  }

  async add(tenantId: number, entries: readonly Entry[], nowMs: number): Promise<void> {
    const agesAndCounts = entries.flatMap(({ atMs, count }) => [nowMs - atMs, count]);
    await this.#client.addRequests(keyOf(tenantId), this.#clockMs?.() ?? '', ...agesAndCounts);
  }
}

/** Not the name of the windows before 0.2, which were plain counters. */
const keyOf = (tenantId: number): string => `rpm-window:${tenantId}`;
