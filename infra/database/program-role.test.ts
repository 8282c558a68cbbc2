import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { grantProgramRole } from '#infra/database/program-role.ts'
import { startJobs } from '#infra/jobs/jobs.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { queueAlerts } from '#shop/audit/queue-alerts.ts'
import { verifyChain } from '#shop/audit/verify-chain.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const owner = await testDatabase()
const role = `program_${randomBytes(6).toString('hex')}`
await sql.raw(`create role ${role} login password 'program'`).execute(owner.db)
await grantProgramRole(owner.db, role)
await grantProgramRole(owner.db, role)
const onError = () => {}

/** Uses the owner's connection as the other role, since the server may not let that role log in. */
const program = openDatabase({ url: owner.url, poolSize: 1, onError })
await sql.raw(`set session authorization ${role}`).execute(program.db)

afterAll(async () => {
  await program.close()
  await sql.raw(`reassign owned by ${role} to current_user`).execute(owner.db)
  await sql.raw(`drop owned by ${role}`).execute(owner.db)
  await sql.raw(`drop role ${role}`).execute(owner.db)
})

const { db } = program
const entry = { actorId: null, action: 'update', entity: 'product', entityId: 'p', now: NOW } as const

it('the program’s role can write and verify audit entries and delete accounts', async () => {
  expect(await migrate(db)).toEqual([])
  await recordChange(db, { ...entry, before: null, after: { price: 1 } })
  const person = await makeUser(owner.db)
  expect(await deleteAccount(owner.ctx(person, { db }), { by: 'password' })).toMatchObject({ ok: true })
  await queueAlerts(owner.ctx(undefined, { db }))
  expect(await verifyChain({ db })).toMatchObject({ ok: true })
})

it.each([
  `update audit_log set after = null`,
  'delete from audit_log',
  'truncate audit_log',
  `insert into audit_chain select 99, 1, now(), '', ''`,
  'update audit_origins set network = null',
  'update audit_chain set entry_id = 2',
  'delete from audit_chain',
  'alter table audit_log disable trigger all',
  'drop trigger audit_log_chained on audit_log',
  'set session_replication_role = replica',
  'create table public.mine (id integer)',
])('the program’s role cannot: %s', async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|must be owner/)
})

it('the program’s role can create queues of jobs', async () => {
  const url = new URL(owner.url)
  url.searchParams.set('options', `-c role=${role}`)
  await sql`select pgboss.delete_queue('audit-alerts')`.execute(owner.db)
  const jobs = await startJobs({ databaseUrl: `${url}`, secrets: [SECRET], onError })
  await jobs.send(owner.db, { queue: 'audit-alerts', data: {} })
  expect(await readJobs(owner.db, 'audit-alerts')).toHaveLength(1)
  await jobs.stop()
})
