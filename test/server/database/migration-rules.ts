import { type Migration, stepsOf } from '../../../server/db/migrations/migration.ts';

/** The statements of a text, without comments, function bodies and literals. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

const CREATED = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i;
const ALTERED =
  /^(?:ALTER TABLE (?:ONLY )?|(?:CREATE|DROP) (?:OR REPLACE )?TRIGGER .*? ON |TRUNCATE (?:TABLE )?|LOCK (?:TABLE )?)([\w.]+)/i;

type Rule = readonly [broken: RegExp, instead: string];

/** What locks or scans a table that is in use, and what to write instead. */
const RULES: readonly Rule[] = [
  [/^CREATE (?:UNIQUE )?INDEX/i, 'a step { index, create } with CREATE INDEX CONCURRENTLY'],
  [/^DROP INDEX/i, 'a step { dropIndex }'],
  [/^REINDEX|^VACUUM|^CLUSTER|^LOCK|^TRUNCATE/i, 'nothing: it locks the whole table'],
  [/^(?:UPDATE|DELETE|INSERT|MERGE|WITH)\b/i, 'a step { slices }'],
  [
    /^ALTER TABLE.*\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/i,
    'NOT VALID, and VALIDATE CONSTRAINT in the next step',
  ],
  [
    /^ALTER TABLE.*\bADD (?:CONSTRAINT \w+ )?(?:PRIMARY KEY|UNIQUE|EXCLUDE)\b(?!.*\bUSING INDEX\b)/i,
    'a unique index built concurrently, and ADD CONSTRAINT … USING INDEX',
  ],
  [
    /^ALTER TABLE.*\bADD (?:COLUMN )?(?!CONSTRAINT|CHECK|FOREIGN|PRIMARY|UNIQUE)\w+ .*\b(?:REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\b/i,
    'the column alone, and its constraint NOT VALID',
  ],
  [
    /^ALTER TABLE.*\b(?:GENERATED|SERIAL|BIGSERIAL|gen_random_uuid|random|clock_timestamp|nextval)\b/i,
    'a column without it, and a back-fill in slices: it writes every row',
  ],
  [/^ALTER TABLE.*\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i, 'a new column: it may write every row'],
  [
    /^ALTER TABLE.*\bSET NOT NULL\b/i,
    'CHECK (… IS NOT NULL) NOT VALID, and VALIDATE CONSTRAINT in the next step',
  ],
];
/** What the previous release may still use. */
const TAKES_AWAY =
  /^DROP (?!INDEX)|^ALTER TABLE.*\b(?:DROP (?!CONSTRAINT|DEFAULT|NOT NULL|EXPRESSION|IDENTITY)|RENAME)|^ALTER \w+ .*\bRENAME\b/i;

/** What of a migration would keep writers waiting or break the previous release; each in a sentence. */
export function migrationViolations(migration: Migration): string[] {
  return stepsOf(migration).flatMap((step, index) => {
    const violations =
      typeof step === 'string'
        ? textViolations(step)
        : 'slices' in step
          ? sliceViolations(step.slices)
          : 'index' in step
            ? indexViolations(step)
            : [];
    const text = typeof step === 'string' ? step : '';
    const statements = statementsOf(text);
    const takesAway = statements.filter(
      (statement) => TAKES_AWAY.test(statement) && !isReplaced(statement, statements),
    );
    const undeclared = migration.oldestProgram === undefined ? takesAway : [];
    return [
      ...violations,
      ...undeclared.map(
        (statement) => `"${statement}" takes away what older programs use: declare oldestProgram`,
      ),
    ].map((violation) => `step ${index + 1}: ${violation}`);
  });
}

/** A table that gives its name to one that the same step creates, and an index, which no program names. */
function isReplaced(statement: string, statements: readonly string[]): boolean {
  if (/^ALTER INDEX \w+ RENAME TO /i.test(statement)) return true;
  const [, renamed] = /^ALTER TABLE (\w+) RENAME TO /i.exec(statement) ?? [];
  return renamed !== undefined && statements.some((each) => CREATED.exec(each)?.[1] === renamed);
}

function textViolations(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = statements.map((statement) => CREATED.exec(statement)?.[1]);
  const onExisting = statements.filter((statement) => {
    const table = tableOf(statement);
    return table === undefined || !created.includes(table);
  });
  const altered = new Set(
    onExisting.map((statement) => ALTERED.exec(statement)?.[1]).filter((table) => table),
  );
  return [
    ...onExisting.flatMap((statement) =>
      RULES.filter(([broken]) => broken.test(statement)).map(
        ([, instead]) => `instead of "${statement}", write ${instead}`,
      ),
    ),
    ...(altered.size > 1 ? [`it locks ${[...altered].join(' and ')}: give each a step`] : []),
  ];
}

const tableOf = (statement: string): string | undefined =>
  (ALTERED.exec(statement) ??
    /^CREATE (?:UNIQUE )?INDEX (?:.*? )?ON ([\w.]+)/i.exec(statement) ??
    /^(?:INSERT INTO|UPDATE|DELETE FROM) ([\w.]+)/i.exec(statement))?.[1];

const sliceViolations = (sql: string): string[] => (/\bLIMIT\b/i.test(sql) ? [] : ['a slice has a LIMIT']);

const indexViolations = ({ index, create }: { index: string; create: string }): string[] =>
  new RegExp(`^CREATE (UNIQUE )?INDEX CONCURRENTLY ${nameOf(index)} ON `, 'i').test(create.trim())
    ? []
    : [`create begins with CREATE INDEX CONCURRENTLY ${nameOf(index)} ON`];

/** An index is made in the schema of its table, and named without it. */
const nameOf = (index: string): string => index.split('.').at(-1)!;
