import pg from 'pg'
import { expect } from 'vitest'
import { type Program, startProgram, waitUntilReady } from '#tests/faults/embedded-program.ts'

/** Runs one statement on its own connection and returns the rows. */
export async function query<Row = unknown>(url: string, sql: string): Promise<Row[]> {
  const client = createClient(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Creates a client that does not throw when its server is lost. */
export function createClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client
}

/** Starts a program and waits until it is ready. */
export async function startAndWait(options: Parameters<typeof startProgram>[0]): Promise<Program> {
  const program = startProgram(options)
  await waitUntilReady(program)
  return program
}

/** Creates a table with one row, to find after a restart. */
export async function writeMarker(program: Program): Promise<void> {
  await query(await waitUntilReady(program), 'create table marker as select 7 as number')
}

/** Expects the row of `writeMarker` in the database of a later program. */
export async function expectMarker(program: Program): Promise<void> {
  expect(await query(await waitUntilReady(program), 'select number from marker')).toEqual([{ number: 7 }])
}
