import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Db, FailedJob, QueueState, UnfinishedJob } from '#shop/ctx.ts'

export function jobAdmin(boss: PgBoss, queues: readonly string[]) {
  return {
    async states(): Promise<QueueState[]> {
      const { rows } = await boss.getDb().executeSql(STATES)
      const counts = new Map<string, { waiting: number; running: number }>(
        rows.map((row) => [row.name, { waiting: Number(row.waiting), running: Number(row.running) }]),
      )
      const zero = { waiting: 0, running: 0 }
      return queues.map((name) => ({
        name,
        ...(counts.get(name) ?? zero),
        failed: counts.get(failedQueue(name))?.waiting ?? 0,
      }))
    },
    async listUnfinished(queueNames: readonly string[], ids: readonly string[]): Promise<UnfinishedJob[]> {
      const names = queueNames.flatMap((queue) => [queue, failedQueue(queue)])
      const { rows } = await boss.getDb().executeSql(UNFINISHED, [names, ids])
      return rows.map(({ id, name, data, sent_at: sentAt }) => ({
        queue: queueNames.find((queue) => name === queue || name === failedQueue(queue)) ?? name,
        ...{ id, data, sentAt, isFailed: !queueNames.includes(name) },
      }))
    },
    async listFailed(): Promise<FailedJob[]> {
      const lists = await Promise.all(queues.map((queue) => listFailedOf(boss, queue)))
      return lists.flat().sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
    },
    async retry({ queue, id }: Pick<FailedJob, 'queue' | 'id'>): Promise<boolean> {
      if (!queues.includes(queue)) return false
      return (await boss.redrive(failedQueue(queue), { ids: [id] })) === 1
    },
  }
}

/** Leaves out ended jobs, because there are many. */
const STATES = `select name, count(*) filter (where state < 'active') as waiting,
    count(*) filter (where state = 'active') as running
  from pgboss.job where state <= 'active' group by name`

/** Leaves out running jobs: they end within seconds, and the index has only waiting jobs. */
const UNFINISHED = `select id, name, data, coalesce(source_created_on, created_on) as sent_at
  from pgboss.job where name = any($1::text[]) and state < 'active'
    and exists (select from jsonb_each_text(data) as part where part.value = any($2::text[]))
  order by sent_at, id`

export async function countSealedJobs(db: Db, isCounted: (sealed: string) => boolean): Promise<number> {
  const { rows } = await sql<{ sealed: string }>`
    select data->>'sealed' as sealed from pgboss.job where state < 'completed' and data ? 'sealed'`.execute(
    db,
  )
  return rows.filter(({ sealed }) => isCounted(sealed)).length
}

export function failedQueue(queue: string): string {
  return `${queue}-failed`
}

async function listFailedOf(boss: PgBoss, queue: string): Promise<FailedJob[]> {
  const jobs = await boss.findJobs<object>(failedQueue(queue), { queued: true })
  return jobs.map(({ id, data, output, createdOn, sourceCreatedOn }) => ({
    queue,
    id,
    about: aboutOf(data),
    problem: messageOf(output),
    failedAt: createdOn,
    sentAt: sourceCreatedOn ?? createdOn,
  }))
}

/** Returns a job's ids, without its addresses and texts. */
function aboutOf(data: object): Record<string, string> {
  const ids = Object.entries(data).filter(([key, value]) => key.endsWith('Id') && typeof value === 'string')
  return Object.fromEntries(ids)
}

function messageOf(output: unknown): string {
  const message = (output as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message.slice(0, 300) : ''
}
