import type { RecordedEntry } from '../../accounts/audit/list.ts';
import { useFormat } from '../kit/index.ts';
import { detailsOf } from './describe.ts';

/** A line for each of an entry's details. */
export const EntryDetails = ({ details }: Pick<RecordedEntry, 'details'>) => (
  <>
    {detailsOf({ details }, useFormat()).map(({ label, text }) => (
      <div key={label} class="second break">
        {label}: {text}
      </div>
    ))}
  </>
);
