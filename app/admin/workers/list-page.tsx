import { Form } from 'react-router'
import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { counted } from '#shop/kernel/text.ts'
import { type CheckedWorkerLine, MAX_WORKER_LINES } from '#shop/programme/worker-list.ts'

/** The problem with the file, or its lines. */
export type ListAnswer = { problem: string } | { lines: CheckedWorkerLine[] }

export type ListPageProps = {
  answer: ListAnswer | undefined
  backTo: string
  title?: string
  /** True on a coordinator's page: all are added to her group. */
  isOneGroup?: boolean
}

/** A file of workers, line by line before they are added. */
export function ListPage({ answer, backTo, title, isOneGroup = false }: ListPageProps) {
  return (
    <AdminPage
      {...(title && { title })}
      actions={
        <ButtonLink to={backTo} look="line" icon="arrow-left">
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
        A CSV file with the columns name and phone and, if you like, group (the name of a group
        {isOneGroup ? ' of yours; without it they join this one' : ''}), at most {MAX_WORKER_LINES} rows. You
        see every line before anything changes; then each worker gets a card.
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
