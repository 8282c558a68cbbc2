import { data } from 'react-router'
import { z } from 'zod'
import { JobsPage } from '#app/admin/jobs/jobs-page.tsx'
import { adminCtx } from '#app/request/admin.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { retryFailedJob } from '#shop/jobs/retry-failed-job.ts'
import type { Route } from './+types/jobs.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { jobs } = adminCtx(context)
  const [queues, failed] = await Promise.all([jobs.states(), jobs.failed()])
  return { queues, failed }
}

const retryForm = z.object({ queue: z.string().max(100), id: z.uuid() })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = adminCtx(context)
  const form = retryForm.safeParse(Object.fromEntries(await formOf(request)))
  const retried = form.success && (await retryFailedJob(ctx, form.data)).ok
  if (retried) return data({ ok: true, message: 'The job is tried again.' })
  return data(
    { ok: false, message: 'Job not found. Another admin may already have dealt with it.' },
    { status: 404 },
  )
}

export default function Jobs({ loaderData, actionData }: Route.ComponentProps) {
  return <JobsPage {...loaderData} answer={actionData} />
}
