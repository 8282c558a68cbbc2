/**
 * Runs once before all tests. Test files request a database at a socket. The first request starts the server,
 * unless it has been started before. Databases are created in advance and dropped in the background, since the
 * disk takes longer than the processor.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerSocket: string
  }
}

/** A test file reserves a new database, drops its own, or only requests the server's URL. */
export type DatabaseRequest = { reserve?: boolean; drop?: string }
export type DatabaseResponse = { url: string; name?: string } | { error: string }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const start = async () => (await import('#tests/database-server.ts')).startTestDatabases()
  // Nearly every file of this project needs the server, so it starts while the files load.
  let started = project.name === 'database' ? start() : undefined
  started?.catch(() => {})
  const answer = async ({ reserve, drop }: DatabaseRequest): Promise<DatabaseResponse> => {
    started ??= start()
    const databases = await started
    if (drop) databases.drop(drop)
    return { url: databases.url, ...(reserve && { name: await databases.reserve() }) }
  }
  const folder = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  const socket = join(folder, 'socket')
  const server = createServer((connection) => {
    // One event is enough, because a request fits into a packet.
    connection.once('data', async (data) => {
      const response = await answer(JSON.parse(String(data))).catch(({ message: error }: Error) => ({
        error,
      }))
      connection.end(JSON.stringify(response))
    })
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  project.provide('databaseServerSocket', socket)
  return async () => {
    server.close()
    await (await started)?.stop()
    await rm(folder, { recursive: true })
  }
}
