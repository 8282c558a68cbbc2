/**
 * Finds statements of a migration that would break the previous version of the shop, which still runs
 * meanwhile.
 */

type Rule = { breaks: RegExp; because: string }

/** The rules of docs/operations.md, "Deploying a new version", that can be checked on a single statement. */
const RULES: Rule[] = [
  {
    breaks: /^drop (table|schema|view|materialized view|function|type)\b/,
    because: 'drops what the running version may use',
  },
  { breaks: /^truncate\b|^delete from\b/, because: 'deletes rows' },
  { breaks: /\bdrop column\b/, because: 'drops a column' },
  { breaks: /\brename\b/, because: 'renames what the running version uses' },
  { breaks: /\balter column \w+ (set data )?type\b/, because: 'rewrites a table under its lock' },
  { breaks: /\balter column \w+ set not null\b/, because: 'scans the table under its lock' },
  {
    breaks:
      /\badd (column )?(if not exists )?(?!constraint|check|unique|foreign|primary|exclude)\w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)(?<!\bdefault\b[^,]*)/,
    because: 'adds a column that the running version does not fill',
  },
  {
    breaks: /\badd (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    because: 'checks every row under a lock: add it "not valid", then validate it',
  },
  {
    breaks: /\badd (constraint \w+ )?(unique|primary key|exclude)\b(?!.*\busing index\b)/,
    because: 'builds an index under a lock: create it concurrently by hand first',
  },
  {
    breaks: /^create (unique )?index (?!concurrently|if not exists)/,
    because:
      'builds an index under a lock: create it concurrently by hand first, and write "if not exists" here',
  },
  { breaks: /^lock\b/, because: 'holds a lock' },
]

/**
 * Returns the rules that a migration breaks, each with its reason. Tables that the migration creates are
 * exempt, since no version uses them yet.
 */
export function brokenRules(sql: string): string[] {
  const statements = statementsOf(sql)
  const own = new Set(
    statements.flatMap((text) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []),
  )
  const aboutOthers = statements.filter((text) => !own.has(tableOf(text)))
  return aboutOthers.flatMap((text) =>
    RULES.filter(({ breaks }) => breaks.test(text)).map(({ because }) => `${text.slice(0, 80)} … ${because}`),
  )
}

/** Returns the table that a statement changes, or ''. */
function tableOf(statement: string): string {
  const match =
    /^alter table (?:only )?(?:if exists )?(\w+)|^create (?:unique )?index .*? on (?:only )?(\w+)|^truncate (?:table )?(\w+)|^delete from (\w+)/.exec(
      statement,
    )
  return match?.slice(1).find((name) => name !== undefined) ?? ''
}

/** Returns the statements in lower case, each on one line, without comments and function bodies. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/--[^\n]*/g, '')
    .toLowerCase()
    .split(';')
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
}
