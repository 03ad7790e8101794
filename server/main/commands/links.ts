import type { Config } from '../config.ts';
import type { CommandResult } from './print.ts';

/** A link that works once, for whoever gets it. Without the address of the pages it's the path alone, and says so. */
export function linkResult(
  { origins }: Config,
  site: 'panel' | 'console',
  path: string,
  hours: number,
): CommandResult {
  const origin = origins[site];
  const name = site.toUpperCase();
  const warning = `The ${site}'s address isn't known here: put it before the link, or set ${name}_URL or ${name}_PORT.`;
  return { link: `${origin ?? ''}${path}`, link_hours: hours, ...(!origin && { warning }) };
}
