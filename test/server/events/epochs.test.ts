import { describe, expect, it } from 'vitest';
import { type Epoch, readCursor, rewoundTo, writeCursor } from '../../../server/events/epochs.ts';

const first: Epoch = { id: 'first', start: 5 };
/** Began by a restore to a moment when the feed had 80 events. */
const restored: Epoch = { id: 'restored', start: 80 };
const later: Epoch = { id: 'later', start: 200 };

/** A cursor that a database with these epochs issued. */
const issued = (epochs: readonly Epoch[], position: number) => readCursor(writeCursor(epochs, position));

describe('rewoundTo', () => {
  it('lets a reader go on within its epoch, up to the end of the feed', () => {
    expect(rewoundTo([first], issued([first], 90), 90)).toBeUndefined();
    expect(rewoundTo([first], { position: 0 }, 0)).toBeUndefined();
    expect(rewoundTo([first], issued([first], 91), 90)).toBe(90);
  });

  it('sends a reader back to what both have, also after the feed has overtaken its position', () => {
    expect(rewoundTo([first, restored], issued([first], 80), 300)).toBeUndefined();
    expect(rewoundTo([first, restored], issued([first], 81), 300)).toBe(80);
    expect(rewoundTo([first, restored, later], issued([first], 250), 300)).toBe(80);
    expect(rewoundTo([first, restored, later], issued([first, restored], 250), 300)).toBe(200);
    expect(rewoundTo([first, restored, later], issued([first, restored, later], 250), 300)).toBeUndefined();
  });

  it('takes a cursor from before there were epochs for one of the first', () => {
    expect(rewoundTo([first, restored], { position: 81 }, 300)).toBe(80);
    expect(rewoundTo([first], readCursor({ value: null, id: '81' }), 300)).toBeUndefined();
  });

  it('goes by the lowest start when the epoch of the cursor was lost itself', () => {
    const lost = [first, { id: 'lost', start: 100 }];
    expect(rewoundTo([first, restored], issued(lost, 120), 300)).toBe(80);
    const earlier = [first, { id: 'earlier', start: 50 }];
    expect(rewoundTo([first, restored], issued(earlier, 120), 300)).toBe(50);
    expect(rewoundTo([first, restored], issued(earlier, 40), 300)).toBeUndefined();
    // Restored from before the migration, so that there is another first epoch.
    expect(rewoundTo([{ id: 'another', start: 30 }], issued([first], 40), 300)).toBe(30);
  });
});
