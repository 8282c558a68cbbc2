import { redirect } from 'react-router'
import { z } from 'zod'
import { TASKS } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { TasksPage } from '#app/programme/desk/tasks/tasks-page.tsx'
import { workerChoices } from '#app/programme/desk/tasks/worker-choices.server.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { assignTask } from '#shop/programme/assign-task.ts'
import { createGroup } from '#shop/programme/create-group.ts'
import { groupInput } from '#shop/programme/input.ts'
import { readMinimum } from '#shop/programme/minimum-wages.read.ts'
import { waysToTellWithdrawal } from '#shop/programme/news.read.ts'
import { readTaskSearch } from '#shop/programme/search.ts'
import { findTask, listTasks } from '#shop/programme/tasks.read.ts'
import { withdrawTask } from '#shop/programme/withdraw-task.ts'
import type { Route } from './+types/tasks.ts'

export const handle: PageHandle = {
  guard: 'programme',
  tab: { label: 'Tasks', icon: moreIcons.listFilter, group: 'more' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const PER_PAGE = 25

/** The last action, as the URL names it. */
const DONE: Record<string, string> = {
  created: 'Task created',
  assigned: 'Task assigned',
  withdrawn: 'Task withdrawn',
  group: 'Group added',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db } = ctx
  const params = new URL(request.url).searchParams
  const search = readTaskSearch(params)
  const [minimum, saved, tasks, assigned, withdrawing] = await Promise.all([
    readMinimum(ctx),
    readSavedFilters(ctx, 'tasks', request),
    listTasks(db, {
      userId: null,
      states: search.state ? [search.state] : undefined,
      text: search.text,
      limit: PER_PAGE + 1,
      offset: (search.page - 1) * PER_PAGE,
    }),
    findTask(db, params.get('assign') ?? ''),
    findTask(db, params.get('withdraw') ?? ''),
  ])
  return {
    search,
    saved,
    tasks: tasks.slice(0, PER_PAGE),
    perPage: PER_PAGE,
    hasMore: tasks.length > PER_PAGE,
    minHourlyRate: minimum.hourly,
    assigning: assigned && { task: assigned, workers: await workerChoices(db) },
    withdrawing: withdrawing && {
      task: withdrawing,
      ...(await waysToTellWithdrawal(db, withdrawing.id)),
    },
    addingGroup: params.get('group') === 'new',
    done: doneNotice(request, DONE),
  }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('assign'), id: z.string(), userId: z.string() }),
  z.object({ intent: z.literal('withdraw'), id: z.string() }),
  z.object({ intent: z.literal('group'), ...groupInput.shape }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent)
  const changed = await change(ctx, sent.value)
  return changed.ok ? done(request.url, DONE_BY[sent.value.intent]) : refusedBy(changed, form)
}

const DONE_BY = { assign: 'assigned', withdraw: 'withdrawn', group: 'group' } as const

function change(ctx: StaffCtx, form: z.infer<typeof forms>) {
  switch (form.intent) {
    case 'assign':
      return assignTask(ctx, { workLogId: form.id, userId: form.userId || null })
    case 'withdraw':
      return withdrawTask(ctx, { workLogId: form.id })
    case 'group':
      return createGroup(ctx, { name: form.name, place: form.place })
  }
}

/** Back to the list without its dialog. */
function done(url: string, what: string) {
  const list = new URL(url).searchParams
  for (const name of ['assign', 'withdraw', 'group']) list.delete(name)
  list.set('done', what)
  return redirect(`${TASKS}?${list}`, 303)
}

export default function Tasks({ loaderData, actionData }: Route.ComponentProps) {
  const { done: message, ...page } = loaderData
  return <TasksPage {...page} typed={actionData?.values ?? {}} answer={actionData ?? message} />
}
