import type { ComponentChildren } from 'preact';
import { LinkButton } from './button.tsx';
import { useLocale } from './language/reader.ts';
import { isolated } from './visible-text.ts';
import { words } from './words.ts';

export interface Column<Row> {
  readonly title: string;
  /** Only screen readers need the title. */
  readonly hidden?: boolean;
  /** To the right, with digits of one width. */
  readonly number?: boolean;
  /** A card on a phone shows the title before the value, of all rows or of some. */
  readonly label?: true | ((row: Row) => boolean);
  /** Of the cells, for the stylesheet. */
  readonly class?: string | ((row: Row) => string | undefined);
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** The table's class, for what only its columns need. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The element's id, for a row that links lead to. */
  readonly idOf?: (row: Row) => string;
  readonly isOpen?: (row: Row) => boolean;
  /** Under the row that is open. */
  readonly detail?: (row: Row) => ComponentChildren;
}

/** What isn't laid out as a table, as on a phone, isn't one for some browsers either. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

interface RowLinkProps {
  readonly href: string;
  readonly id?: string;
  readonly class?: string;
  readonly 'aria-expanded'?: boolean;
  readonly [htmx: `hx-${string}`]: string | undefined;
  /** What else the row says, so that a list of links tells them apart: a time, a status. */
  readonly about: readonly (string | null | undefined | false)[];
  readonly children: ComponentChildren;
}

/** The link that opens a row. A screen reader hears the whole row as one. */
export const RowLink = ({ about, class: own, children, ...link }: RowLinkProps) => (
  <a class={own === undefined ? 'row' : `row ${own}`} {...link}>
    {children}
    <ForReaders>{['', ...about.flatMap((each) => (each ? [isolated(each)] : []))].join(', ')}</ForReaders>
  </a>
);

/** A part of a name that sighted people see elsewhere. */
export const ForReaders = ({ children }: { readonly children: ComponentChildren }) => (
  <span class="visually-hidden">{children}</span>
);

/** A list of things of one kind. On a phone the stylesheet makes a card of each row, which stays a row of a table for screen readers. */
export const Table = <Row,>(props: TableProps<Row>) => (
  <table class={`table ${props.name}`} {...ROLES.table}>
    <thead {...ROLES.rowgroup}>
      <tr {...ROLES.row}>
        {props.columns.map(({ title, hidden, number, class: own }) => (
          <th
            key={title}
            scope="col"
            {...ROLES.columnheader}
            class={classesOf(number, typeof own === 'string' && own)}
          >
            {hidden ? <span class="visually-hidden">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...ROLES.rowgroup}>
      {props.rows.map((row) => (
        <Rows key={props.keyOf(row)} {...props} row={row} />
      ))}
    </tbody>
  </table>
);

function Rows<Row>({ row, columns, idOf, isOpen, detail }: TableProps<Row> & { readonly row: Row }) {
  const open = isOpen?.(row) ?? false;
  return (
    <>
      <tr id={idOf?.(row)} {...ROLES.row} class={open ? 'open' : undefined}>
        {columns.map((column) => (
          <Cell key={column.title} column={column} row={row} />
        ))}
      </tr>
      {open ? (
        <tr class="open detail" {...ROLES.row}>
          <td colSpan={columns.length} {...ROLES.cell} class="wide">
            {detail?.(row)}
          </td>
        </tr>
      ) : null}
    </>
  );
}

const classesOf = (number: boolean | undefined, own: string | false | undefined): string | undefined =>
  [number && 'number', own].filter(Boolean).join(' ') || undefined;

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { title, number, label = false } = column;
  const own = typeof column.class === 'function' ? column.class(row) : column.class;
  const showsLabel = typeof label === 'function' ? label(row) : label;
  return (
    <td {...ROLES.cell} class={classesOf(number, own)} data-label={showsLabel ? title : undefined}>
      {column.cell(row)}
    </td>
  );
}

interface PagesProps {
  /** Of what the list is in the order of: times, latest first, or ids. */
  readonly by?: 'time' | 'id';
  /** Links with their query; undefined at the end. */
  readonly newer?: string;
  readonly older?: string;
}

/** Links to the first and the next page of a list that is read by keyset. */
export function Pages({ newer, older, by = 'time' }: PagesProps) {
  const text = words[useLocale()];
  if (newer === undefined && older === undefined) return null;
  return (
    <nav class="pages">
      {newer === undefined ? null : (
        <LinkButton href={newer} rel="prev">
          {by === 'time' ? text.newer : text.firstPage}
        </LinkButton>
      )}
      {older === undefined ? null : (
        <LinkButton href={older} rel="next">
          {by === 'time' ? text.older : text.nextPage}
        </LinkButton>
      )}
    </nav>
  );
}
