import { data, redirect } from 'react-router'
import { TasksPage } from '#app/admin/tasks/tasks-page.tsx'
import { TASKS } from '#app/admin/tasks/tasks-path.ts'
import { workerChoices } from '#app/admin/tasks/worker-choices.server.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { assignTask } from '#shop/programme/assign-task.ts'
import { createGroup } from '#shop/programme/create-group.ts'
import { groupInput } from '#shop/programme/input.ts'
import { readTaskSearch } from '#shop/programme/search.ts'
import { findTask, listTasks } from '#shop/programme/tasks.read.ts'
import { withdrawTask } from '#shop/programme/withdraw-task.ts'
import { type ProgrammeReason, REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/tasks.ts'

const PER_PAGE = 25

/** The last action, as the address names it. */
const DONE: Record<string, string> = {
  created: 'Task created',
  assigned: 'Task assigned',
  withdrawn: 'Task withdrawn',
  group: 'Group added',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(adminContext)
  const params = new URL(request.url).searchParams
  const search = readTaskSearch(params)
  const [tasks, assigned, withdrawing] = await Promise.all([
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
  const message = DONE[params.get('done') ?? '']
  return {
    search,
    tasks: tasks.slice(0, PER_PAGE),
    perPage: PER_PAGE,
    hasMore: tasks.length > PER_PAGE,
    minHourlyRate: config.minHourlyRate,
    assigning: assigned && { task: assigned, workers: await workerChoices(db) },
    withdrawing,
    addingGroup: params.get('group') === 'new',
    done: message ? { ok: true, message } : undefined,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  switch (textOf(form, 'intent')) {
    case 'assign':
      return assign(ctx, form, request.url)
    case 'withdraw':
      return withdraw(ctx, textOf(form, 'id'), request.url)
    case 'group':
      return addGroup(ctx, form, request.url)
    default:
      throw data(null, { status: 400 })
  }
}

const NO_GROUP = { name: '', place: '' }

async function assign(ctx: Ctx, form: FormData, url: string) {
  const change = { workLogId: textOf(form, 'id'), userId: textOf(form, 'userId') || null }
  const assigned = await assignTask(ctx, change)
  if (assigned.ok) return done(url, 'assigned')
  return refusedWith(assigned.reason, NO_GROUP)
}

async function withdraw(ctx: Ctx, workLogId: string, url: string) {
  const withdrawn = await withdrawTask(ctx, { workLogId })
  return withdrawn.ok ? done(url, 'withdrawn') : refusedWith(withdrawn.reason, NO_GROUP)
}

async function addGroup(ctx: Ctx, form: FormData, url: string) {
  const group = { name: textOf(form, 'name'), place: textOf(form, 'place') }
  const input = groupInput.safeParse(group)
  if (!input.success) {
    const answer = { ok: false, message: input.error.issues[0]?.message ?? '' }
    return data({ answer, group }, 422)
  }
  const created = await createGroup(ctx, input.data)
  return created.ok ? done(url, 'group') : refusedWith(created.reason, group)
}

function refusedWith(reason: ProgrammeReason | 'not_admin', group: typeof NO_GROUP) {
  if (reason === 'not_admin') throw data(null, { status: 403 })
  const answer = { ok: false, message: REFUSALS[reason].en }
  return data({ answer, group }, reason === 'task_not_found' ? 404 : 409)
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
  return (
    <TasksPage {...page} groupTexts={actionData?.group ?? NO_GROUP} answer={actionData?.answer ?? message} />
  )
}
