import { z } from 'zod'
import { AdminPage, StatusNotice, TableSection } from '#app/desk/admin-page.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { FailedJob, QueueState } from '#shop/ctx.ts'
import { retryFailedJob } from '#shop/jobs/retry-failed-job.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/jobs.ts'

export const handle: PageHandle = {
  guard: 'jobs',
  tab: { label: 'Jobs', icon: 'refresh-cw', group: 'Shop' },
  access: { get: 200, post: 422 },
}

const FAILED_COLUMNS: Column<FailedJob>[] = [
  column.title('Queue', ({ queue }) => queue),
  column.text('About', ({ about }) => aboutText(about)),
  column.text('Last problem', ({ problem }) => problem || 'Unknown'),
  column.time('Failed', ({ failedAt }) => failedAt),
  column.text(
    'Actions',
    ({ queue, id }) => (
      <PostButton fields={{ queue, id }} form={{ preventScrollReset: true }} look="line">
        Try again<VisuallyHidden> {queue}</VisuallyHidden>
      </PostButton>
    ),
    { place: 'actions' },
  ),
]

const QUEUE_COLUMNS: Column<QueueState>[] = [
  column.title('Queue', ({ name }) => name),
  column.number('Waiting', ({ waiting }) => waiting),
  column.number('Running', ({ running }) => running),
  column.number('Failed', ({ failed }) => failed),
]

export async function loader({ context }: Route.LoaderArgs) {
  const { jobs } = context.get(staffContext)
  const [queues, failed] = await Promise.all([jobs.states(), jobs.listFailed()])
  return { queues, failed }
}

const retryForm = z.object({ queue: z.string().max(100), id: z.uuid() })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, retryForm)
  if (!fields.ok) return invalid(fields, REFUSALS.job_not_found.en)
  const retried = await retryFailedJob(ctx, fields.value)
  return retried.ok ? { ok: true, message: 'The job will be tried again.' } : refusedBy(retried, form)
}

export default function JobsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { queues, failed } = loaderData
  return (
    <AdminPage>
      <StatusNotice answer={actionData} />
      <TableSection
        title="Failed"
        caption="Failed jobs, newest first"
        columns={FAILED_COLUMNS}
        rows={failed}
        empty={
          <EmptyList title="No failed jobs">
            A job is retried for about a day before it shows up here.
          </EmptyList>
        }
      />
      <TableSection
        title="Queues"
        caption="Jobs by queue"
        columns={QUEUE_COLUMNS}
        rows={queues}
        empty={<EmptyList title="No queues" />}
      />
    </AdminPage>
  )
}

function aboutText(about: FailedJob['about']): string {
  const entries = Object.entries(about)
  return entries.map(([name, id]) => `${name.replace(/Id$/, '')} ${id}`).join(', ') || 'An email'
}
