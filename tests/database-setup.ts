/**
 * Runs once before all tests: an address at which a test file asks for the database server, which starts when the first
 * file asks. Test files without a database start faster.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { TestServer } from '#tests/database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerSocket: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<TestServer> | undefined
  const start = async () => (await import('#tests/database-server.ts')).startTestServer()
  const folder = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  const socket = join(folder, 'socket')
  const server = createServer((connection) => {
    started ??= start()
    started.then(
      ({ url, template }) => connection.end(JSON.stringify({ url, template })),
      (error: Error) => connection.end(JSON.stringify({ error: error.message })),
    )
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  project.provide('databaseServerSocket', socket)
  return async () => {
    server.close()
    await (await started)?.stop()
    await rm(folder, { recursive: true })
  }
}
