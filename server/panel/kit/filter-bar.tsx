import type { ComponentChildren } from 'preact';

interface ChipProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** A link to the list with another filter. */
export const Chip = ({ isCurrent, children, ...link }: ChipProps) => (
  <a class="chip" {...link} aria-current={isCurrent ? 'true' : undefined}>
    {children}
  </a>
);

interface ChipButtonProps extends Omit<ChipProps, 'href'> {
  readonly name: string;
  readonly value: string;
  readonly lang?: string;
}

/** A chip that sends the form it's in. */
export const ChipButton = ({ isCurrent, children, ...button }: ChipButtonProps) => (
  <button type="submit" class="chip" {...button} aria-current={isCurrent ? 'true' : undefined}>
    {children}
  </button>
);

interface SelectProps {
  readonly name: string;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string | number, label: string, lang?: string])[];
}

export const Select = ({ value, options, ...select }: SelectProps) => (
  <select {...select}>
    {options.map(([each, label, lang]) => (
      <option key={each} value={each} lang={lang} selected={String(each) === value}>
        {label}
      </option>
    ))}
  </select>
);
