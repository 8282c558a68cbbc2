import { useState } from 'react'
import { Form, useLocation } from 'react-router'
import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { Badge } from '#app/kit/status.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { useWords, type Words } from '#app/programme/words/words.ts'
import type { CellProblem, CsvColumn } from '#shop/kernel/csv-file.ts'
import { type CheckedWorkerLine, MAX_WORKER_LINES } from '#shop/programme/worker-list.ts'

export type ListAnswer =
  | { problem: string }
  | { confirmation: Confirmation }
  | { lines: ListedLine[]; unread: CsvColumn[]; formId: string }

type ListedLine = CheckedWorkerLine & { isLandline: boolean }

type ListPageProps = {
  answer: ListAnswer | undefined
  backTo: string
  /** Set on a coordinator's page. */
  title?: string
}

export function ListPage({ answer, backTo, title }: ListPageProps) {
  const { list: words, frame, people } = useWords()
  const { pathname } = useLocation()
  const checked = answer && 'lines' in answer ? answer : null
  const [lastChecked, setLastChecked] = useState(checked)
  if (checked && checked !== lastChecked) setLastChecked(checked)
  // The question about a list leaves its lines on the page.
  const linesToShow = answer && 'confirmation' in answer ? lastChecked : checked
  return (
    <AdminPage {...(title && { title, frame: frame.groups })} back={{ to: backTo, label: words.back }}>
      {answer && 'problem' in answer && (
        <Banner tone="danger" className="mb-5">
          {answer.problem}
        </Banner>
      )}
      <p className="mb-5 max-w-read text-ink-soft">{words.about({ rows: MAX_WORKER_LINES })}</p>
      <Form method="post" encType="multipart/form-data" className="spend-form" noValidate>
        <TextField type="file" label={words.file} name="file" accept=".csv,text/csv" required />
        <Button look="line">{words.check}</Button>
      </Form>
      {linesToShow && <CheckedLines {...linesToShow} />}
      <ConfirmationDialog
        confirmation={answer && 'confirmation' in answer ? answer.confirmation : null}
        closeTo={pathname}
        leave={people.dialog.leave}
      />
    </AdminPage>
  )
}

const columnsOf = ({ list, people }: Words): Column<ListedLine>[] => [
  column.text(list.line, ({ at }) => at),
  column.title(people.name, ({ name }) => name.slice(0, 100) || '–', {
    note: ({ sharedWith }) => sharedWith && list.sharedWith({ name: sharedWith }),
  }),
  column.text(people.phone, ({ phone, worker }) => worker?.phone ?? (phone.slice(0, 40) || '–')),
  column.text(list.group, ({ group }) => group.slice(0, 100) || '–'),
  column.state(list.result, ({ problem, cell, isLandline }) => {
    if (cell) return <Badge tone="danger">{cellProblemIn(list, cell)}</Badge>
    if (problem) return <Badge tone="danger">{list.lineProblems[problem]}</Badge>
    if (isLandline) return <Badge tone="warning">{list.maybeLandline}</Badge>
    return <Badge tone="positive">{list.good}</Badge>
  }),
]

function cellProblemIn({ cellProblems }: Words['list'], { kind, heading, at, text }: CellProblem) {
  return cellProblems[kind]({ column: heading, number: at + 1, text })
}

/** The lines of the file, and a form that adds the workers of lines without a problem. */
function CheckedLines({ lines, unread, formId }: Extract<ListAnswer, { lines: unknown }>) {
  const all = useWords()
  const { list } = all
  const good = lines.flatMap(({ worker }) => (worker ? [worker] : []))
  const bad = lines.length - good.length
  return (
    <section aria-labelledby="checked" className="mt-8">
      <h2 id="checked" className="mb-3 font-semibold text-lg" tabIndex={-1}>
        {list.canBeAdded({ count: good.length })}
        {bad > 0 && `, ${list.leftOut({ count: bad })}`}
      </h2>
      {unread.length > 0 && (
        <p className="mb-3 max-w-read text-ink-soft">
          {list.unread({ columns: unread.map(({ heading, at }) => heading || at + 1).join(', ') })}
        </p>
      )}
      <AdminTable caption={list.caption} columns={columnsOf(all)} rows={lines} />
      {good.length > 0 && (
        <PostButton fields={{ formId, workers: JSON.stringify(good) }} form={{ className: 'mt-4' }}>
          {list.add({ count: good.length })}
        </PostButton>
      )}
    </section>
  )
}
