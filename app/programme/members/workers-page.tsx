import { Form, useLocation } from 'react-router'
import { type AdminAnswer, AdminPage, AdminSection, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { PEOPLE, WORKERS } from '#app/desk/paths.ts'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { useFormats, useWords, type Words } from '#app/programme/words/words.ts'
import type { Search } from '#shop/kernel/filters.ts'
import type { WorkerSignIn } from '#shop/programme/pin.ts'
import { WORKER_FILTERS } from '#shop/programme/task-filters.ts'
import type { Group } from '#shop/programme/worker.ts'

export type WorkersAnswer = AdminAnswer & { values?: FormValues; confirmation?: Confirmation }

export function WorkersPage(props: {
  workers: WorkerSignIn[]
  total: number
  /** Choices for a new worker's group; empty on a page of one group. */
  groups: Group[]
  /** The idempotency key of the form that adds a worker. */
  formId: string
  search: Search<typeof WORKER_FILTERS>
  perPage: number
  /** The result of the last form, after a redirect. */
  done: AdminAnswer | undefined
  answer: WorkersAnswer | undefined
  /** The paths of this page and of the cards. */
  path: string
  cards: string
  title?: string
  backTo?: string
}) {
  const { workers, total, groups, formId, search, perPage, answer, path, cards, title, backTo } = props
  const { people: words, pages, frame } = useWords()
  const { day } = useFormats()
  const isDesk = path === WORKERS
  const confirmation = answer?.confirmation
  const notice = confirmation ? undefined : (answer ?? props.done)
  const { pathname, search: query } = useLocation()
  const addAnswer =
    answer?.values?.intent === 'add'
      ? { typed: answer.values, answer: notice }
      : { typed: {}, answer: undefined }
  return (
    <AdminPage
      {...(!isDesk && { title, frame: frame.groups })}
      back={backTo ? { to: backTo, label: words.toGroup } : undefined}
      actions={
        <ButtonLink to={`${path}/list`} look="line" icon={moreIcons.upload}>
          {words.addList}
        </ButtonLink>
      }
    >
      <StatusNotice answer={notice} />
      <AdminSection title={words.add}>
        <p className="mb-4 max-w-read text-ink-soft">{words.addLine}</p>
        <AddForm groups={groups} formId={formId} {...addAnswer} />
      </AdminSection>
      {isDesk && <FilterBar action={path} filters={WORKER_FILTERS} values={search} />}
      <AdminTable
        caption={words.caption}
        columns={columnsOf({ isDesk, cards, words, day, answer: notice })}
        rows={workers}
        rowKey={({ userId }) => userId}
        empty={<EmptyList title={words.none} />}
      />
      <NumberedPager
        page={search.page}
        perPage={perPage}
        count={workers.length}
        total={total}
        words={pages}
        pathOf={listPaths(path, WORKER_FILTERS, search)}
      />
      <ConfirmationDialog confirmation={confirmation} closeTo={pathname + query} leave={words.dialog.leave} />
    </AdminPage>
  )
}

type AddFormProps = { groups: Group[]; formId: string; typed: FormValues; answer: AdminAnswer | undefined }

function AddForm({ groups, formId, typed, answer }: AddFormProps) {
  const { people: words } = useWords()
  const errors = (name: string) => (answer?.problems?.[name] ? [answer.problems[name]] : null)
  return (
    <Form method="post" className="spend-form mb-6" noValidate>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="formId" value={formId} />
      <TextField
        label={words.name}
        name="fullName"
        autoComplete="off"
        required
        defaultValue={typed.fullName}
        errors={errors('fullName')}
      />
      <TextField
        label={words.phone}
        name="phone"
        inputMode="tel"
        autoComplete="off"
        required
        defaultValue={typed.phone}
        errors={errors('phone')}
      />
      {groups.length > 0 && (
        <SelectField label="Group" name="groupId" defaultValue={typed.groupId} errors={errors('groupId')}>
          <option value="">None</option>
          {groups.map(({ id, name, place }) => (
            <option key={id} value={id}>
              {`${name}, ${place}`}
            </option>
          ))}
        </SelectField>
      )}
      <Button>{words.addAndCard}</Button>
    </Form>
  )
}

type ColumnsOf = {
  isDesk: boolean
  cards: string
  words: Words['people']
  day: (time: Date) => string
  answer: AdminAnswer | undefined
}

/** Only the desk's page links to the person's page. */
const columnsOf = ({ isDesk, cards, words, day, answer }: ColumnsOf): Column<WorkerSignIn>[] => [
  column.title(
    words.worker,
    ({ userId, fullName }) => (isDesk ? <Link to={`${PEOPLE}/${userId}`}>{fullName}</Link> : fullName),
    { note: ({ groupName }) => groupName ?? words.noGroup },
  ),
  column.text(words.phone, ({ phone }) => phone ?? '–'),
  column.state(words.signsIn, (worker) => <SignInBadges {...worker} />),
  column.text(words.card, ({ card }) =>
    card ? (
      <Link to={`${cards}/${card.batchId}`} className="link">
        {words.goodUntil({ day: day(card.expiresAt) })}
      </Link>
    ) : (
      '–'
    ),
  ),
  column.actions(words.actions, (worker) => <Actions {...worker} answer={answer} />),
]

function SignInBadges({ pin, hasEmail, phones }: WorkerSignIn) {
  const { people: words } = useWords()
  return (
    <span className="badges">
      {pin === 'set' && <Badge tone="positive">{words.pin}</Badge>}
      {pin === 'locked' && <Badge tone="danger">{words.locked}</Badge>}
      {hasEmail && <Badge dot={false}>{words.email}</Badge>}
      {pin === 'none' && !hasEmail && <Badge tone="warning">{words.notJoined}</Badge>}
      {phones > 0 && <Badge dot={false}>{words.phones({ count: phones })}</Badge>}
    </span>
  )
}

type ActionsProps = WorkerSignIn & { answer: AdminAnswer | undefined }

function Actions({ answer, ...worker }: ActionsProps) {
  const { userId, fullName, phone, isStaff, phones, hasWork } = worker
  const { people: words } = useWords()
  if (isStaff) return <span className="data-sub">{words.byEmail}</span>
  const buttons = [
    ...(phone === null
      ? []
      : [{ value: 'card', label: words.newCard, name: words.newCardFor({ name: fullName }) }]),
    ...(phones > 0
      ? [{ value: 'sign-out', label: words.signOut, name: words.signOutFor({ name: fullName }) }]
      : []),
    ...(hasWork ? [] : [{ value: 'remove', label: words.remove, name: words.removeOf({ name: fullName }) }]),
  ]
  return (
    <div className="grid gap-2">
      {phone === null && <span className="data-sub">{words.needsPhone}</span>}
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="id" value={userId} />
        <input type="hidden" name="name" value={fullName} />
        {buttons.map(({ value, label, name }) => (
          <Button key={value} look="line" size="sm" name="intent" value={value} aria-label={name}>
            {label}
          </Button>
        ))}
      </Form>
      <CorrectionForm worker={worker} answer={answer} />
    </div>
  )
}

/** Corrects a worker's name and number. After a refusal the form stays open with the typed values. */
function CorrectionForm({ worker, answer }: { worker: WorkerSignIn; answer: AdminAnswer | undefined }) {
  const { userId, fullName, phone } = worker
  const { people: words } = useWords()
  const isRefused = answer?.ok === false && answer.values?.id === userId && answer.values.intent === 'correct'
  const typed = isRefused ? (answer.values ?? {}) : {}
  const errors = (name: string) => (isRefused && answer.problems?.[name] ? [answer.problems[name]] : null)
  return (
    <Disclosure key={`${fullName} ${phone}`} className="mt-2" open={isRefused ? true : undefined}>
      <summary className="btn btn-line btn-sm">
        {words.correct}
        <VisuallyHidden>: {fullName}</VisuallyHidden>
      </summary>
      <Form method="post" className="mt-2 grid gap-2 text-left whitespace-normal" noValidate>
        <input type="hidden" name="intent" value="correct" />
        <input type="hidden" name="id" value={userId} />
        <input type="hidden" name="seenPhone" value={phone ?? ''} />
        <TextField
          label={words.name}
          name="fullName"
          autoComplete="off"
          defaultValue={typed.fullName ?? fullName}
          errors={errors('fullName')}
        />
        <TextField
          label={words.phone}
          name="phone"
          inputMode="tel"
          autoComplete="off"
          defaultValue={typed.phone ?? phone ?? ''}
          errors={errors('phone')}
        />
        <Button size="sm">{words.saveCorrection}</Button>
      </Form>
    </Disclosure>
  )
}
