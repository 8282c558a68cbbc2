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
/** Column names in snake case, and in camel case as the plugin for names may return them. */
const RESULT_NAMES = [...new Set([...NAMES, ...NAMES.map(camel)])]

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export type UnsealOptions = {
  sealer: FieldSealer
  /** Called with the place of a value that was moved, changed or never encrypted. */
  onRefused: (place: string) => void
}

/** Encrypts written values, bound to their row. A value copied from another row reads as null and is reported. */
export function withSealedColumns(db: Db, options: UnsealOptions): Kysely<DB> {
  const transformer = new SealTransformer(options.sealer)
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => ({ ...result, rows: unsealRows(result.rows, options) }),
  }
  return db.withPlugin(plugin)
}

export function sealedFields(options: UnsealOptions): SealedFields {
  return { openRow: (table, row) => openRow(options, table, row), indexes: options.sealer.indexes }
}

function openRow(options: UnsealOptions, table: SealedTable, row: Record<string, unknown>) {
  const { key, columns } = SEALED_TABLES[table]
  const plain = { ...row }
  for (const column of Object.keys(columns)) {
    const stored = row[column]
    if (typeof stored === 'string')
      plain[column] = unsealText(options, `${table}.${column}/${row[key]}`, stored)
  }
  return plain
}

function unsealRows(rows: UnknownRow[], options: UnsealOptions): UnknownRow[] {
  // All rows of a result have the same columns.
  const names = RESULT_NAMES.filter((name) => rows[0] && name in rows[0])
  if (names.length === 0) return rows
  return rows.map((row) => {
    const plain = { ...row }
    for (const name of names) plain[name] = unsealValue(options, row[name])
    return plain
  })
}

const PLACE_PREFIX = /^([a-z_]+)\.([a-z_]+)\/[0-9a-f-]{36}(?=\/)/

function unsealValue(options: UnsealOptions, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [place, table = '', column = ''] = PLACE_PREFIX.exec(value) ?? []
  if (place && TABLES[table]?.columns[column])
    return unsealText(options, place, value.slice(place.length + 1))
  // An encrypted value whose place is missing or names no encrypted column cannot be decrypted.
  return value.startsWith(options.sealer.prefix.any) ? null : value
}

function unsealText({ sealer, onRefused }: UnsealOptions, place: string, stored: string): string | null {
  if (stored === '') return stored
  const text = sealer.open(stored, place)
  // The key is unknown, so we cannot tell whether the value was moved. Do not report it.
  if (text === null && (sealer.hasKey(stored) || !stored.startsWith(sealer.prefix.any))) onRefused(place)
  return text
}

class SealTransformer extends OperationNodeTransformer {
  readonly #sealer: FieldSealer

  constructor(sealer: FieldSealer) {
    super()
    this.#sealer = sealer
  }

  /** Encrypts a text, or the text in a node; returns other values unchanged. */
  #seal<Value>(value: Value, target: () => { place: string; isIndexed: boolean }): Value {
    if (typeof value === 'string' && value !== '') {
      const { place, isIndexed } = target()
      return this.#sealer.seal(value, place, isIndexed) as Value
    }
    const text = plainValue(value)
    return typeof text === 'string' && text !== value ? { ...value, value: this.#seal(text, target) } : value
  }

  #sealUpdates({ name, table }: NamedTable, updates: readonly ColumnUpdateNode[], idOf: () => string) {
    return updates.map((update) => {
      const column = nameOf(update.column)
      const sealedColumn = table.columns[column]
      if (!sealedColumn) return update
      const target = () => ({ ...sealedColumn, place: `${name}.${column}/${idOf()}` })
      return { ...update, value: this.#seal(update.value, target) }
    })
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const query = super.transformUpdateQuery(node, queryId)
    const into = tableOf(query.table)
    if (!into || !query.updates) return query
    return { ...query, updates: this.#sealUpdates(into, query.updates, () => idIn(query.where?.where, into)) }
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, queryId)
    const into = tableOf(query.into)
    if (!into) return query
    const names = (query.columns ?? []).map(nameOf)
    const keyAt = names.indexOf(into.table.key)
    const lists = query.values && ValuesNode.is(query.values) ? query.values.values : []
    const idOf = (values: readonly unknown[]) => requireId(into, plainValue(values[keyAt]))
    const values = lists.map((list) => {
      const sealed = list.values.map((value: unknown, at) => {
        const column = into.table.columns[names[at] ?? '']
        const placeOf = () => `${into.name}.${names[at]}/${idOf(list.values)}`
        return column ? this.#seal(value, () => ({ ...column, place: placeOf() })) : value
      })
      return { ...list, values: sealed } as typeof list
    })
    const { onConflict } = query
    // With several inserted rows, the key of the conflicting row is unknown.
    const conflictId = () => requireId(into, lists.length === 1 ? plainValue(lists[0]?.values[keyAt]) : null)
    return {
      ...query,
      ...(lists.length > 0 && { values: ValuesNode.create(values) }),
      ...(onConflict?.updates && {
        onConflict: { ...onConflict, updates: this.#sealUpdates(into, onConflict.updates, conflictId) },
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

/** Returns the id in a condition `key = id`, which may have further conditions. */
function idIn(condition: OperationNode | undefined, into: NamedTable): string {
  return requireId(into, condition && equalId(condition, into.table.key))
}

function equalId(node: OperationNode, key: string): unknown {
  if (AndNode.is(node)) return equalId(node.left, key) ?? equalId(node.right, key)
  if (!BinaryOperationNode.is(node) || nameOf(node.leftOperand) !== key) return null
  const isEqual = OperatorNode.is(node.operator) && node.operator.operator === '='
  return isEqual ? plainValue(node.rightOperand) : null
}

/** Throws without an id: a value must be bound to its row. */
function requireId({ name, table }: NamedTable, id: unknown): string {
  if (typeof id === 'string') return id
  throw new Error(`Cannot encrypt a text of ${name} without its ${table.key}`)
}

function nameOf(node: OperationNode): string {
  if (ColumnNode.is(node)) return node.column.name
  return ReferenceNode.is(node) ? nameOf(node.column) : ''
}

const BATCH_SIZE = 200

/** Encrypts values of older keys with the newest one, in batches. Skips locked rows. Two runs at once do no harm. */
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
        if (rows.length < BATCH_SIZE) break
        after = rows.at(-1)?.id ?? after
      }
    }
  return counts
}

type ColumnBatch = { table: string; column: string; isIndexed: boolean; key: string; after: string }

function resealBatch(db: Db, { table, column, isIndexed, key, after }: ColumnBatch, sealer: FieldSealer) {
  const [name, value, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: string
      stored: string
    }>`select ${id} as id, ${value} as stored from ${name}
      where ${id} > ${after}::uuid and ${value} <> '' and not starts_with(${value}, ${sealer.prefix.newest})
      order by ${id} limit ${BATCH_SIZE} for update skip locked`.execute(trx)
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
