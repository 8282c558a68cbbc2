import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { csvRows } from '#app/admin/kit/csv-rows.server.ts'
import { WORKERS } from '#app/admin/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { readForm } from '#app/request/form.server.ts'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { counted } from '#shop/kernel/text.ts'
import { addWorkers } from '#shop/programme/add-workers.ts'
import { newWorkerInput } from '#shop/programme/input.ts'
import { workersByPhone } from '#shop/programme/sign-in.read.ts'
import {
  type CheckedWorkerLine,
  checkWorkerLines,
  MAX_WORKER_LINES,
  phonesOf,
  readWorkerLines,
} from '#shop/programme/worker-list.ts'
import { listGroups } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/list.ts'

export const handle: PageHandle = {
  title: 'Add a list of workers',
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const MAX_BYTES = 256 * 1024
const TOO_LARGE = 'The file is too large: at most 256 KB'
const CHOOSE = 'Please choose a CSV file'

const checkForm = z.object({ file: z.file(CHOOSE).min(1, CHOOSE).max(MAX_BYTES, TOO_LARGE) })
/** The workers of the checked lines, as the second form carries them. */
const addForm = z.object({
  workers: z
    .string()
    .transform((text, check) => {
      try {
        return JSON.parse(text)
      } catch {
        check.addIssue({ code: 'custom', message: 'Please check the file again' })
        return z.NEVER
      }
    })
    .pipe(z.array(newWorkerInput).min(1).max(MAX_WORKER_LINES)),
})

type Answer = { problem: string } | { lines: CheckedWorkerLine[] }

const refused = (problem: string, status: number) => data<Answer>({ problem }, { status })

/** Shows the file line by line. Nothing changes until the second form sends the lines without a problem. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused(TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  if (form.has('workers')) return add(ctx, form)
  const sent = readFields(checkForm, form)
  if (!sent.ok) return refused(Object.values(sent.problems)[0] ?? CHOOSE, 422)
  const rows = csvRows(await sent.value.file.text(), MAX_WORKER_LINES)
  const lines = rows && readWorkerLines(rows)
  if (!lines) return refused('This is no CSV file', 422)
  if (typeof lines === 'string') return refused(lines, 422)
  const [groups, known] = await Promise.all([listGroups(ctx.db), workersByPhone(ctx.db, phonesOf(lines))])
  return data<Answer>({ lines: checkWorkerLines(lines, { groups, known }) })
}

async function add(ctx: AdminCtx, form: FormData) {
  const sent = readFields(addForm, form)
  if (!sent.ok) return refused('Please check the file again', 422)
  const added = await addWorkers(ctx, sent.value.workers)
  if (added.ok) return redirect(`${WORKERS}/cards/${added.value.batchId}`, 303)
  const { status, en } = REFUSALS[added.reason]
  if (status === 403) throw data(null, { status })
  return refused(`${en} Nobody was added; please check the file again.`, status)
}

export default function WorkerList({ actionData: answer }: Route.ComponentProps) {
  return (
    <AdminPage
      actions={
        <ButtonLink to={WORKERS} look="line" icon="arrow-left">
          Workers
        </ButtonLink>
      }
    >
      {answer && 'problem' in answer && (
        <Banner tone="danger" className="mb-5">
          {answer.problem}
        </Banner>
      )}
      <p className="mb-5 max-w-read text-ink-soft">
        A CSV file with the columns name, phone and, if you like, group (the name of a group here), at most{' '}
        {MAX_WORKER_LINES} rows. You see every line before anything changes; then each worker gets a card.
      </p>
      <Form method="post" encType="multipart/form-data" className="spend-form" noValidate>
        <div className="field">
          <label htmlFor="file" className="field-label">
            List of workers, CSV
          </label>
          <input id="file" type="file" name="file" accept=".csv,text/csv" required />
        </div>
        <Button look="line">Check the file</Button>
      </Form>
      {answer && 'lines' in answer && <Checked lines={answer.lines} />}
    </AdminPage>
  )
}

const COLUMNS: Column<CheckedWorkerLine>[] = [
  { key: 'at', header: 'Line', cell: ({ at }) => at },
  { key: 'name', header: 'Name', place: 'title', cell: ({ name }) => name.slice(0, 100) || '–' },
  {
    key: 'phone',
    header: 'Phone',
    cell: ({ phone, worker }) => worker?.phone ?? (phone.slice(0, 40) || '–'),
  },
  { key: 'group', header: 'Group', cell: ({ group }) => group.slice(0, 100) || '–' },
  {
    key: 'problem',
    header: 'Result',
    place: 'state',
    cell: ({ problem }) =>
      problem ? <Badge tone="danger">{problem}</Badge> : <Badge tone="positive">Can be added</Badge>,
  },
]

/** The lines of the file, and the form that adds those without a problem. */
function Checked({ lines }: { lines: CheckedWorkerLine[] }) {
  const good = lines.flatMap(({ worker }) => (worker ? [worker] : []))
  const bad = lines.length - good.length
  return (
    <section aria-labelledby="checked" className="mt-8">
      <h2 id="checked" className="mb-3 font-semibold text-lg" tabIndex={-1}>
        {counted(good.length, 'worker')} can be added{bad > 0 && `, ${counted(bad, 'line')} will be left out`}
      </h2>
      <Table
        dense
        caption="Lines of the file"
        columns={COLUMNS}
        rows={lines}
        rowKey={({ at }) => String(at)}
      />
      {good.length > 0 && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="workers" value={JSON.stringify(good)} />
          <Button>Add {counted(good.length, 'worker')} and make the cards</Button>
        </Form>
      )}
    </section>
  )
}
