/**
 * Runs once before all tests: a template database with the schema and the job queue's tables, on the server of
 * DATABASE_URL or on an embedded one. Every test file gets a copy of it (see database.ts).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { startJobs } from '#infra/jobs/jobs.ts'
import { withDatabase } from '#tests/database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string
    template: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await temporaryServer()
  const template = `template_${process.pid}_${Date.now()}`
  await run(server.url, `create database ${template}`)
  const url = withDatabase(server.url, template)
  await makeTables(url)
  await run(server.url, `alter database ${template} with is_template true allow_connections false`)
  project.provide('serverUrl', server.url)
  project.provide('template', template)
  return async () => {
    await run(server.url, `alter database ${template} with is_template false`)
    await run(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
}

/** An empty database server for tests; `stop` also deletes it. */
export async function temporaryServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  // Under root the database's own user has to enter; otherwise its cluster would be elsewhere and remain.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  // These databases are temporary; the fault tests kill servers of their own, which are durable.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await run(postgres.url, `alter system set ${setting} = off`)
  await run(postgres.url, 'select pg_reload_conf()')
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}

/** Makes the tables of the shop and of its job queue in an empty database. */
export async function makeTables(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 2, onError: failLoudly })
  await migrate(database.db)
  await database.close()
  const jobs = await startJobs({ databaseUrl: url, secrets: ['of no job that is sent'], onError: failLoudly })
  await jobs.stop()
}

function failLoudly(error: Error): void {
  throw error
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
