import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { assignTask } from '#shop/programme/give-tasks.ts'
import { remindOfDeadlines } from '#shop/programme/worker-news.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 8 })
const { db, ctx } = shop
const { asAdmin, started: startedTask, submitted } = await story(shop)
const worker = await makeWorker(asAdmin)
const hours = (count: number) => ({
  completionDeadline: new Date(NOW.getTime() + count * HOUR_MS),
})

async function reminders(): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select data->>'id' as id, count(*)::int as count from pgboss.job
    where name = 'programme-mail' and data->>'kind' = 'deadline-reminder' group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

it('reminds once of what is due within a day and not done, however many processes look', async () => {
  const earlier = await reminders()
  const due = await makeTask(asAdmin, worker, hours(23))
  const started = await startedTask(worker, hours(2))
  await submitted(worker, hours(2))
  const later = await makeTask(asAdmin, worker, hours(25))
  await makeTask(asAdmin, null, hours(5))
  const counts = await Promise.all(Array.from({ length: 6 }, () => remindOfDeadlines(ctx())))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await reminders()).toEqual({ ...earlier, [due]: 1, [started]: 1 })
  await remindOfDeadlines(ctx(worker, { now: new Date(NOW.getTime() + 3 * HOUR_MS) }))
  expect(await reminders()).toEqual({ ...earlier, [due]: 1, [started]: 1, [later]: 1 })
})

it('reminds the next worker too when the task is reassigned', async () => {
  const id = await makeTask(asAdmin, worker, hours(10))
  await remindOfDeadlines(ctx())
  const other = await makeWorker(asAdmin)
  await assignTask(asAdmin, { workLogId: id, userId: other.id })
  await remindOfDeadlines(ctx())
  expect((await reminders())[id]).toBe(2)
})
