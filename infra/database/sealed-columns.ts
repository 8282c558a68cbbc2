/** Encrypts columns in the database. Code that uses Kysely sees plain values. */
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type QueryId,
  ReferenceNode,
  sql,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  type ValueNode,
  ValuesNode,
} from 'kysely'
import type { DB } from '#db/types.ts'
import type { FieldSealer } from '#infra/keys/sealed-fields.ts'
import type { Db, ResealCounts, SealedFields } from '#shop/ctx.ts'
import { SEALED_TABLES, type SealedTable } from '#shop/sealed-columns.sql.ts'

type Table = { readonly key: string; readonly columns: Readonly<Record<string, { isIndexed: boolean }>> }

const TABLES: Readonly<Record<string, Table>> = SEALED_TABLES

const NAMES = [...new Set(Object.values(TABLES).flatMap(({ columns }) => Object.keys(columns)))]
/** Names in queries and in results. */
const SHOWN = [...new Set([...NAMES, ...NAMES.map(camel)])]

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export type Opening = {
  sealer: FieldSealer
  /** Called with the place of a value that belongs to another row. */
  onRefused: (place: string) => void
}

/** Encrypts written values, bound to their row. A value copied from another row reads as null and is reported. */
export function withSealedColumns(db: Db, opening: Opening): Kysely<DB> {
  const sealing = new Sealing(opening.sealer)
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => sealing.transformNode(node, queryId),
    transformResult: async ({ result }) => ({ ...result, rows: opened(result.rows, opening) }),
  }
  return db.withPlugin(plugin)
}

export function sealedFields(opening: Opening): SealedFields {
  return { openRow: (table, row) => openRow(opening, table, row), indexes: opening.sealer.indexes }
}

function openRow(opening: Opening, table: SealedTable, row: Record<string, unknown>) {
  const { key, columns } = SEALED_TABLES[table]
  const done = { ...row }
  for (const column of Object.keys(columns)) {
    const stored = row[column]
    if (typeof stored === 'string')
      done[column] = openedText(opening, `${table}.${column}/${row[key]}`, stored)
  }
  return done
}

function opened(rows: UnknownRow[], opening: Opening): UnknownRow[] {
  // All rows of a result have the same columns.
  const names = SHOWN.filter((name) => rows[0] && name in rows[0])
  if (names.length === 0) return rows
  return rows.map((row) => {
    const plain = { ...row }
    for (const name of names) plain[name] = openedValue(opening, row[name])
    return plain
  })
}

const PLACED = /^([a-z_]+)\.([a-z_]+)\/[0-9a-f-]{36}(?=\/)/

function openedValue(opening: Opening, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [place, table = '', column = ''] = PLACED.exec(value) ?? []
  if (place && TABLES[table]?.columns[column])
    return openedText(opening, place, value.slice(place.length + 1))
  // Another table's column, or selected without its place.
  return value.startsWith(opening.sealer.prefix.any) ? null : value
}

function openedText({ sealer, onRefused }: Opening, place: string, stored: string): string | null {
  if (stored === '') return stored
  const text = sealer.open(stored, place)
  // The key is unknown, so we cannot tell whether the value was moved. Do not report it.
  if (text === null && (sealer.knows(stored) || !stored.startsWith(sealer.prefix.any))) onRefused(place)
  return text
}

class Sealing extends OperationNodeTransformer {
  readonly #sealer: FieldSealer

  constructor(sealer: FieldSealer) {
    super()
    this.#sealer = sealer
  }

  /** Encrypts a text, or the text in a node; leaves everything else. */
  #sealed<Value>(value: Value, target: () => { place: string; isIndexed: boolean }): Value {
    if (typeof value === 'string' && value !== '') {
      const { place, isIndexed } = target()
      return this.#sealer.seal(value, place, isIndexed) as Value
    }
    const text = plainValue(value)
    return typeof text === 'string' && text !== value
      ? { ...value, value: this.#sealed(text, target) }
      : value
  }

  #updates({ name, table }: NamedTable, updates: readonly ColumnUpdateNode[], idOf: () => string) {
    return updates.map((update) => {
      const column = nameOf(update.column)
      const sealedColumn = table.columns[column]
      if (!sealedColumn) return update
      const target = () => ({ ...sealedColumn, place: `${name}.${column}/${idOf()}` })
      return { ...update, value: this.#sealed(update.value, target) }
    })
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const done = super.transformUpdateQuery(node, queryId)
    const into = tableOf(done.table)
    if (!into || !done.updates) return done
    return { ...done, updates: this.#updates(into, done.updates, () => idIn(done.where?.where, into)) }
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const done = super.transformInsertQuery(node, queryId)
    const into = tableOf(done.into)
    if (!into) return done
    const names = (done.columns ?? []).map(nameOf)
    const keyAt = names.indexOf(into.table.key)
    const lists = done.values && ValuesNode.is(done.values) ? done.values.values : []
    const idOf = (values: readonly unknown[]) => idOr(into, plainValue(values[keyAt]))
    const values = lists.map((list) => {
      const sealed = list.values.map((value: unknown, at) => {
        const column = into.table.columns[names[at] ?? '']
        const placeOf = () => `${into.name}.${names[at]}/${idOf(list.values)}`
        return column ? this.#sealed(value, () => ({ ...column, place: placeOf() })) : value
      })
      return { ...list, values: sealed } as typeof list
    })
    const { onConflict } = done
    // Only a single inserted row has the key of the row it conflicts with.
    const conflictId = () => idOr(into, lists.length === 1 ? plainValue(lists[0]?.values[keyAt]) : null)
    return {
      ...done,
      ...(lists.length > 0 && { values: ValuesNode.create(values) }),
      ...(onConflict?.updates && {
        onConflict: { ...onConflict, updates: this.#updates(into, onConflict.updates, conflictId) },
      }),
    }
  }
}

type NamedTable = { name: string; table: Table }

function tableOf(node: OperationNode | undefined): NamedTable | null {
  if (!node || !TableNode.is(node)) return null
  const name = node.table.identifier.name
  const table = TABLES[name]
  return table ? { name, table } : null
}

function plainValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ValueNode'
    ? (value as ValueNode).value
    : value
}

/** The id that a condition gives the row's key: `key = id`, alone or with others. */
function idIn(condition: OperationNode | undefined, into: NamedTable): string {
  return idOr(into, condition && foundId(condition, into.table.key))
}

function foundId(node: OperationNode, key: string): unknown {
  if (AndNode.is(node)) return foundId(node.left, key) ?? foundId(node.right, key)
  if (!BinaryOperationNode.is(node) || nameOf(node.leftOperand) !== key) return null
  const isEqual = OperatorNode.is(node.operator) && node.operator.operator === '='
  return isEqual ? plainValue(node.rightOperand) : null
}

/** Throws without an id: a value must be bound to its row. */
function idOr({ name, table }: NamedTable, id: unknown): string {
  if (typeof id === 'string') return id
  throw new Error(`a text of ${name} is written without ${table.key}`)
}

function nameOf(node: OperationNode): string {
  if (ColumnNode.is(node)) return node.column.name
  return ReferenceNode.is(node) ? nameOf(node.column) : ''
}

const AT_ONCE = 200

/** Encrypts values of older keys with the newest one, in batches. Locked rows wait for the next run. May run twice. */
export async function resealColumns(db: Db, sealer: FieldSealer): Promise<ResealCounts> {
  // Reads the encrypted values themselves.
  const plain = db.withoutPlugins()
  const counts = { resealed: 0, unopened: 0 }
  for (const [table, { key, columns }] of Object.entries(TABLES))
    for (const [column, { isIndexed }] of Object.entries(columns)) {
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const rows = await resealBatch(plain, { table, column, isIndexed, key, after }, sealer)
        for (const { outcome } of rows) counts[outcome] += 1
        if (rows.length < AT_ONCE) break
        after = rows.at(-1)?.id ?? after
      }
    }
  return counts
}

type Place = { table: string; column: string; isIndexed: boolean; key: string; after: string }

function resealBatch(db: Db, { table, column, isIndexed, key, after }: Place, sealer: FieldSealer) {
  const [name, value, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: string
      stored: string
    }>`select ${id} as id, ${value} as stored from ${name}
      where ${id} > ${after}::uuid and ${value} <> '' and not starts_with(${value}, ${sealer.prefix.newest})
      order by ${id} limit ${AT_ONCE} for update skip locked`.execute(trx)
    const outcomes: { id: string; outcome: keyof ResealCounts }[] = []
    for (const row of rows) {
      const place = `${table}.${column}/${row.id}`
      const text = sealer.open(row.stored, place)
      if (text !== null)
        await sql`update ${name} set ${value} = ${sealer.seal(text, place, isIndexed)} where ${id} = ${row.id}::uuid`.execute(
          trx,
        )
      outcomes.push({ id: row.id, outcome: text === null ? 'unopened' : 'resealed' })
    }
    return outcomes
  })
}
