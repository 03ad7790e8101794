/** A migration, in one of the two forms. docs/upgrading.md has the rules; test/server/database/migration-rules.ts checks them. */
export interface Migration {
  readonly name: string;
  /** One transaction. */
  readonly sql?: string;
  /** Instead of `sql`. What is done is recorded, so a start after a kill goes on with the next step. */
  readonly steps?: readonly Step[];
  /**
   * For a migration that takes away what older programs use: the last migration of the oldest program that works on the schema
   * afterwards. Older ones refuse to start. Without it the previous release has to work on the new schema.
   */
  readonly oldestProgram?: string;
}

export type Step =
  /** A transaction with a lock timeout, tried again until it gets its locks. */
  | string
  /** `CREATE INDEX CONCURRENTLY`, which blocks no writer. What an interrupted try has left is dropped first. */
  | { readonly index: string; readonly create: string }
  | { readonly dropIndex: string }
  /** A statement that changes a limited number of rows, repeated in transactions of its own until it changes none. */
  | { readonly slices: string };

/** SQL that has programs refuse to start which don't know this migration, unless those of a later one are refused already. */
export const oldestProgramSql = (migration: string): string => `DO $oldest$ BEGIN
  IF coalesce(obj_description('schema_migrations'::regclass), '') COLLATE "C" < 'oldest program: ${migration}' THEN
    COMMENT ON TABLE schema_migrations IS 'oldest program: ${migration}';
  END IF;
END $oldest$`;

export const stepsOf = ({ sql, steps = [] }: Migration): readonly Step[] =>
  sql === undefined ? steps : [sql];
