import pg from 'pg'
import { expect } from 'vitest'
import { type Program, ready, startProgram } from '#tests/faults/embedded-program.ts'

/** Runs one statement on its own connection and returns the rows. */
export async function query<Row = unknown>(url: string, sql: string): Promise<Row[]> {
  const client = connection(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** A client that survives the loss of its server. */
export function connection(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client
}

/** Starts a program and waits until it is ready. */
export async function started(options: Parameters<typeof startProgram>[0]): Promise<Program> {
  const program = startProgram(options)
  await ready(program)
  return program
}

/** Inserts a row for `expectKept`. */
export async function remember(program: Program): Promise<void> {
  await query(await ready(program), 'create table kept as select 7 as number')
}

/** Expects that row in the database of a later program. */
export async function expectKept(program: Program): Promise<void> {
  expect(await query(await ready(program), 'select number from kept')).toEqual([{ number: 7 }])
}
