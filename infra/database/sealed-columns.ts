/** Columns that are encrypted in the database, and plain for everything that reads and writes through Kysely. */
import {
  type ColumnUpdateNode,
  type InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  sql,
  type UnknownRow,
} from 'kysely'
import type { DB } from '#db/types.ts'
import type { FieldSealer } from '#infra/keys/sealed-fields.ts'

/** By table; a column of such a name is opened in every result. */
const SEALED_COLUMNS = {
  workers: ['upi_id'],
  payout_lines: ['upi_id'],
  upi_changes: ['old_upi_id', 'new_upi_id'],
} as const

const NAMES: ReadonlySet<string> = new Set(Object.values(SEALED_COLUMNS).flat())
/** As queries name them, and as results do. */
const SHOWN: readonly string[] = [...NAMES, ...[...NAMES].map(camel)]

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

  #sealed(value: unknown): unknown {
    return typeof value === 'string' && !value.startsWith(this.#sealer.prefix.any)
      ? this.#sealer.seal(value)
      : value
  }

  #sealedNode(node: OperationNode): OperationNode {
    return node.kind === 'ValueNode' && 'value' in node
      ? ({ ...node, value: this.#sealed(node.value) } as never)
      : node
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode, queryId?: QueryId): ColumnUpdateNode {
    const done = super.transformColumnUpdate(node, queryId)
    return NAMES.has(nameOf(done.column)) ? { ...done, value: this.#sealedNode(done.value) } : done
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const done = super.transformInsertQuery(node, queryId)
    const places = (done.columns ?? []).flatMap((column, at) => (NAMES.has(nameOf(column)) ? [at] : []))
    if (places.length === 0 || done.values?.kind !== 'ValuesNode' || !('values' in done.values)) return done
    const values = (done.values.values as { kind: string; values: readonly unknown[] }[]).map((list) => ({
      ...list,
      values: list.values.map((value, at) => {
        if (!places.includes(at)) return value
        return list.kind === 'PrimitiveValueListNode'
          ? this.#sealed(value)
          : this.#sealedNode(value as OperationNode)
      }),
    }))
    return { ...done, values: { ...done.values, values } as never }
  }
}

function nameOf(node: OperationNode): string {
  const column = node as { column?: { name?: string } | OperationNode }
  if (column.column && 'name' in column.column) return column.column.name ?? ''
  return column.column ? nameOf(column.column as OperationNode) : ''
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
  for (const [table, columns] of Object.entries(SEALED_COLUMNS))
    for (const column of columns) {
      const key = table === 'workers' ? 'user_id' : 'id'
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const rows = await sealBatch(plain, { table, column, key, after }, sealer)
        sealed += rows.filter(({ isSealed }) => isSealed).length
        unopened += rows.filter(({ isLost }) => isLost).length
        if (rows.length < AT_ONCE) break
        after = rows.at(-1)?.id ?? after
      }
    }
  return { sealed, unopened }
}

type Place = { table: string; column: string; key: string; after: string }

function sealBatch(db: Kysely<DB>, { table, column, key, after }: Place, sealer: FieldSealer) {
  const [name, value, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: string
      stored: string
    }>`select ${id} as id, ${value} as stored from ${name}
      where ${id} > ${after}::uuid and ${value} is not null and not starts_with(${value}, ${sealer.prefix.newest})
      order by ${id} limit ${AT_ONCE} for update skip locked`.execute(trx)
    const outcomes: { id: string; isSealed: boolean; isLost: boolean }[] = []
    for (const row of rows) {
      const text = sealer.open(row.stored)
      if (text !== null)
        await sql`update ${name} set ${value} = ${sealer.seal(text)} where ${id} = ${row.id}::uuid`.execute(
          trx,
        )
      outcomes.push({ id: row.id, isSealed: text !== null, isLost: text === null })
    }
    return outcomes
  })
}
