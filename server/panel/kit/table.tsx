import type { ComponentChildren, VNode } from 'preact';
import { LinkButton } from './button.tsx';
import { useLocale } from './language/reader.ts';
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

/** A list of things of one kind. On a phone the stylesheet makes a card of each row. */
export const Table = <Row,>(props: TableProps<Row>): VNode => (
  <table class={`table ${props.name}`}>
    <thead>
      <tr>
        {props.columns.map(({ title, hidden, number }) => (
          <th key={title} scope="col" class={number ? 'number' : undefined}>
            {hidden ? <span class="visually-hidden">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {props.rows.map((row) => (
        <Rows key={props.keyOf(row)} {...props} row={row} />
      ))}
    </tbody>
  </table>
);

function Rows<Row>({ row, columns, idOf, isOpen, detail }: TableProps<Row> & { readonly row: Row }): VNode {
  const open = isOpen?.(row) ?? false;
  return (
    <>
      <tr id={idOf?.(row)} class={open ? 'open' : undefined}>
        {columns.map((column) => (
          <Cell key={column.title} column={column} row={row} />
        ))}
      </tr>
      {open ? (
        <tr class="open detail">
          <td colSpan={columns.length} class="wide">
            {detail?.(row)}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }): VNode {
  const { title, number, label = false } = column;
  const own = typeof column.class === 'function' ? column.class(row) : column.class;
  const showsLabel = typeof label === 'function' ? label(row) : label;
  return (
    <td
      class={[number && 'number', own].filter(Boolean).join(' ') || undefined}
      data-label={showsLabel ? title : undefined}
    >
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
export function Pages({ newer, older, by = 'time' }: PagesProps): VNode | null {
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
