import { randomUUID } from 'node:crypto'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { giveCounts } from '#app/programme/coordinator/counts.server.ts'
import { CountsForm } from '#app/programme/coordinator/counts-form.tsx'
import { groupPath } from '#app/programme/coordinator/paths.ts'
import { groupOf } from '#app/programme/coordinator/scoped-group.server.ts'
import { readerFor } from '#app/programme/words/words.server.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { addDays, dayOf, mondayOf, startOf } from '#shop/kernel/day.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { dayAndMonthIn } from '#shop/kernel/time.ts'
import { copyTasks } from '#shop/programme/give-tasks.ts'
import { copyInput } from '#shop/programme/input.ts'
import { listCreatedTasks } from '#shop/programme/tasks.read.ts'
import type { Route } from './+types/repeat.ts'

export const handle: PageHandle = {
  words: ['repeat', 'group', 'counts'],
  title: null,
  access: { at: '/coordinator/groups/{group}/repeat', get: 200, post: 422 },
}

const PREFIX = 'copy-'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const group = await groupOf(ctx, params.groupId)
  const today = dayOf(ctx.now)
  const monday = mondayOf(today)
  const from = addDays(monday, -7)
  const tasks = await listCreatedTasks(ctx.db, group.id, startOf(from), startOf(monday))
  const { language } = await readerFor(ctx, request)
  const week = {
    from: dayAndMonthIn(language, startOf(from)),
    to: dayAndMonthIn(language, startOf(addDays(monday, -1))),
  }
  const days = { firstDay: addDays(today, 1), deadline: addDays(today, 7) }
  return { group, tasks, week, batchId: randomUUID(), ...days }
}

export const action = (args: Route.ActionArgs) =>
  giveCounts(args, {
    prefix: PREFIX,
    schema: copyInput,
    fields: (counts) => ({ copies: counts.map(({ id, quantity }) => ({ workLogId: id, quantity })) }),
    give: copyTasks,
  })

export default function Repeat({ loaderData, actionData }: Route.ComponentProps) {
  const { group, tasks, week, batchId, firstDay, deadline } = loaderData
  const { problems = {}, values, message, asksAgain = false } = actionData ?? {}
  const { repeat: words, group: groupWords, frame } = useWords()
  const { taskName, amount } = useFormats()
  return (
    <AdminPage title={words.title({ group: group.name })} frame={frame.groups}>
      <StatusNotice answer={message ? { ok: false, message } : undefined} />
      {tasks.length === 0 ? (
        <div className="grid justify-items-start gap-4">
          <EmptyList title={words.nothing}>{words.nothingLine(week)}</EmptyList>
          <ButtonLink to={`${groupPath(group.id)}/give`}>{groupWords.give}</ButtonLink>
        </div>
      ) : (
        <>
          <p className="mb-4">{words.line(week)}</p>
          <CountsForm
            rows={tasks.map((task) => ({
              name: `${PREFIX}${task.id}`,
              label: `${task.workerName}: ${taskName(task)}`,
              hint: words.hint({
                amount: amount(task.quantity, task.unit),
                pay: formatPrice(task.paymentAmount),
                paidAmount: amount(task.paidCount, task.unit),
              }),
              value: values?.[`${PREFIX}${task.id}`] ?? `${task.quantity}`,
              price: { paymentAmount: task.paymentAmount, quantity: task.paidCount },
            }))}
            fields={{ batchId: values?.batchId ?? batchId }}
            deadline={values?.deadline ?? deadline}
            {...{ firstDay, problems, asksAgain }}
          />
        </>
      )}
    </AdminPage>
  )
}
