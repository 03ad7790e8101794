import type { ComponentChildren, VNode } from 'preact';

export interface Figure {
  readonly label: string;
  readonly value: ComponentChildren;
}

/** At most four numbers that answer what staff came for. */
export const Figures = ({ figures }: { figures: readonly Figure[] }): VNode => (
  <dl class="figures">
    {figures.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
