/** Columns that are encrypted in the database, and plain for everything that reads and writes through Kysely. */
import {
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  ReferenceNode,
  sql,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValuesNode,
} from 'kysely'
import type { DB } from '#db/types.ts'
import type { FieldSealer } from '#infra/keys/sealed-fields.ts'

type Table = { readonly key: string; readonly columns: Readonly<Record<string, { isIndexed: boolean }>> }

/** By table, with its key. A column of such a name is opened in every result. */
const TABLES: Readonly<Record<string, Table>> = {
  workers: { key: 'user_id', columns: { upi_id: { isIndexed: false }, phone: { isIndexed: true } } },
  payout_lines: { key: 'id', columns: { upi_id: { isIndexed: false } } },
  upi_changes: {
    key: 'id',
    columns: {
      old_upi_id: { isIndexed: false },
      new_upi_id: { isIndexed: false },
      tell_phone: { isIndexed: false },
    },
  },
}

const NAMES = [...new Set(Object.values(TABLES).flatMap(({ columns }) => Object.keys(columns)))]
/** As queries name them, and as results do. */
const SHOWN = [...new Set([...NAMES, ...NAMES.map(camel)])]

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Encrypts values that are written to the columns and opens them in results. Statements that copy or compare a column inside
 * the database see the encrypted text, which is different each time. What no key opens is null.
 */
export function withSealedColumns(db: Kysely<DB>, sealer: FieldSealer): Kysely<DB> {
  const sealing = new Sealing(sealer)
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => sealing.transformNode(node, queryId),
    transformResult: async ({ result }) => ({ ...result, rows: opened(result.rows, sealer) }),
  }
  return db.withPlugin(plugin)
}

function opened(rows: UnknownRow[], sealer: FieldSealer): UnknownRow[] {
  // All rows of a result have the same columns.
  const names = SHOWN.filter((name) => rows[0] && name in rows[0])
  if (names.length === 0) return rows
  const open = (stored: unknown) => (typeof stored === 'string' ? sealer.open(stored) : stored)
  return rows.map((row) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, open(row[name])])) }))
}

class Sealing extends OperationNodeTransformer {
  readonly #sealer: FieldSealer

  constructor(sealer: FieldSealer) {
    super()
    this.#sealer = sealer
  }

  #sealed(value: unknown, { isIndexed }: { isIndexed: boolean }): unknown {
    if (typeof value !== 'string' || value === '' || value.startsWith(this.#sealer.prefix.any)) return value
    return this.#sealer.seal(value, isIndexed)
  }

  #sealedNode(node: OperationNode, column: { isIndexed: boolean }): OperationNode {
    if (node.kind !== 'ValueNode' || !('value' in node)) return node
    return { ...node, value: this.#sealed(node.value, column) } as OperationNode
  }

  #updates(table: Table, updates: readonly ColumnUpdateNode[]): ColumnUpdateNode[] {
    return updates.map((update) => {
      const column = table.columns[nameOf(update.column)]
      return column ? { ...update, value: this.#sealedNode(update.value, column) } : update
    })
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const done = super.transformUpdateQuery(node, queryId)
    const table = tableOf(done.table)
    return table && done.updates ? { ...done, updates: this.#updates(table, done.updates) } : done
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const done = super.transformInsertQuery(node, queryId)
    const table = tableOf(done.into)
    if (!table) return done
    const columns = (done.columns ?? []).map((column) => table.columns[nameOf(column)])
    const lists = done.values && ValuesNode.is(done.values) ? done.values.values : []
    const values = lists.map((list) =>
      list.kind === 'PrimitiveValueListNode'
        ? {
            ...list,
            values: list.values.map((value, at) => onlyIf(columns[at], value, (c) => this.#sealed(value, c))),
          }
        : {
            ...list,
            values: list.values.map((value, at) =>
              onlyIf(columns[at], value, (c) => this.#sealedNode(value, c)),
            ),
          },
    )
    const { onConflict } = done
    return {
      ...done,
      ...(lists.length > 0 && { values: ValuesNode.create(values) }),
      ...(onConflict?.updates && {
        onConflict: { ...onConflict, updates: this.#updates(table, onConflict.updates) },
      }),
    }
  }
}

function onlyIf<T>(
  column: { isIndexed: boolean } | undefined,
  value: T,
  change: (column: { isIndexed: boolean }) => T,
): T {
  return column ? change(column) : value
}

function tableOf(node: OperationNode | undefined): Table | null {
  if (!node || !TableNode.is(node)) return null
  return TABLES[node.table.identifier.name] ?? null
}

function nameOf(node: OperationNode): string {
  if (ColumnNode.is(node)) return node.column.name
  return ReferenceNode.is(node) ? nameOf(node.column) : ''
}

/** Rows of one statement. */
const AT_ONCE = 200

/**
 * Encrypts what is plain, or encrypted with an older key, in small batches; rows that others hold are left for the next time.
 * May run twice, and while the shop runs. Returns the numbers of values that were encrypted, and of those that no key opens.
 */
export async function sealColumns(
  db: Kysely<DB>,
  sealer: FieldSealer,
): Promise<{ sealed: number; unopened: number }> {
  // The encrypted texts themselves are wanted here.
  const plain = db.withoutPlugins()
  let [sealed, unopened] = [0, 0]
  for (const [table, { key, columns }] of Object.entries(TABLES))
    for (const [column, { isIndexed }] of Object.entries(columns)) {
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const rows = await sealBatch(plain, { table, column, isIndexed, key, after }, sealer)
        sealed += rows.filter(({ isSealed }) => isSealed).length
        unopened += rows.filter(({ isSealed }) => !isSealed).length
        if (rows.length < AT_ONCE) break
        after = rows.at(-1)?.id ?? after
      }
    }
  return { sealed, unopened }
}

type Place = { table: string; column: string; isIndexed: boolean; key: string; after: string }

function sealBatch(db: Kysely<DB>, { table, column, isIndexed, key, after }: Place, sealer: FieldSealer) {
  const [name, value, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: string
      stored: string
    }>`select ${id} as id, ${value} as stored from ${name}
      where ${id} > ${after}::uuid and ${value} <> '' and not starts_with(${value}, ${sealer.prefix.newest})
      order by ${id} limit ${AT_ONCE} for update skip locked`.execute(trx)
    const outcomes: { id: string; isSealed: boolean }[] = []
    for (const row of rows) {
      const text = sealer.open(row.stored)
      if (text !== null)
        await sql`update ${name} set ${value} = ${sealer.seal(text, isIndexed)} where ${id} = ${row.id}::uuid`.execute(
          trx,
        )
      outcomes.push({ id: row.id, isSealed: text !== null })
    }
    return outcomes
  })
}
