import { Form, useLocation } from 'react-router'
import { type AdminAnswer, AdminPage, AdminSection, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { PEOPLE, WORKERS } from '#app/desk/paths.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Badge } from '#app/kit/status.tsx'
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
        <AddForm groups={groups} formId={formId} typed={answer?.values ?? {}} answer={notice} />
      </AdminSection>
      {isDesk && <FilterBar action={path} filters={WORKER_FILTERS} values={search} />}
      <AdminTable
        caption={words.caption}
        columns={columnsOf({ isDesk, cards, words, day })}
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

type ColumnsOf = { isDesk: boolean; cards: string; words: Words['people']; day: (time: Date) => string }

/** Only the desk's page links to the person's page. */
const columnsOf = ({ isDesk, cards, words, day }: ColumnsOf): Column<WorkerSignIn>[] => [
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
  column.actions(words.actions, (worker) => <Actions {...worker} />),
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

function Actions({ userId, fullName, phone, isStaff, phones }: WorkerSignIn) {
  const { people: words } = useWords()
  if (isStaff || phone === null)
    return <span className="data-sub">{isStaff ? words.byEmail : words.needsPhone}</span>
  const buttons = [
    { value: 'card', label: words.newCard, name: words.newCardFor({ name: fullName }) },
    ...(phones > 0
      ? [{ value: 'sign-out', label: words.signOut, name: words.signOutFor({ name: fullName }) }]
      : []),
  ]
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={userId} />
      <input type="hidden" name="name" value={fullName} />
      {buttons.map(({ value, label, name }) => (
        <Button key={value} look="line" size="sm" name="intent" value={value} aria-label={name}>
          {label}
        </Button>
      ))}
    </Form>
  )
}
