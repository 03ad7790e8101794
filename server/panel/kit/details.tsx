import { type ComponentChildren, Fragment } from 'preact';

/** Values by their labels. One that is undefined isn't shown. */
export type Labelled = Readonly<Record<string, ComponentChildren>>;

/** What is known about a thing. */
export const Details = ({ of }: { of: Labelled }) => (
  <dl class="facts">
    {Object.entries(of).map(([label, value]) =>
      value === undefined ? null : (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ),
    )}
  </dl>
);

/** At most four numbers that answer what staff came for. */
export const Figures = ({ of }: { of: Labelled }) => (
  <dl class="figures">
    {Object.entries(of).map(([label, value]) =>
      value === undefined ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);
