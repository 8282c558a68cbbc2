import { Form, useLocation } from 'react-router'
import { type AdminAnswer, AdminPage, AdminSection, StatusNotice } from '#app/admin/kit/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/admin/kit/confirmation.tsx'
import { FilterBar } from '#app/admin/kit/filter-bar.tsx'
import { Pager, pagePath } from '#app/admin/kit/pager.tsx'
import { PEOPLE, WORKERS } from '#app/admin/paths.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { counted } from '#shop/kernel/text.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { WorkerSignIn } from '#shop/programme/pin.ts'
import type { Group } from '#shop/programme/worker.ts'

export type WorkersAnswer = AdminAnswer & { values?: FormValues; confirmation?: Confirmation }

export type WorkersPageProps = {
  workers: WorkerSignIn[]
  total: number
  /** To choose from; none where all are of one group. */
  groups: Group[]
  text: string
  page: number
  perPage: number
  /** What an earlier form did. */
  done: AdminAnswer | undefined
  answer: WorkersAnswer | undefined
  /** The addresses of this page and of the cards. */
  path: string
  cards: string
  title?: string
  backTo?: string
}

/** The workers and how they sign in, with the form that adds one. */
export function WorkersPage(props: WorkersPageProps) {
  const { workers, total, groups, text, page, perPage, answer, path, cards, title, backTo } = props
  const confirmation = answer?.confirmation
  const told = confirmation ? undefined : (answer ?? props.done)
  const { pathname, search } = useLocation()
  const from = (page - 1) * perPage + 1
  return (
    <AdminPage
      {...(title && { title })}
      actions={
        <>
          {backTo && (
            <ButtonLink to={backTo} look="line" icon="arrow-left">
              Group
            </ButtonLink>
          )}
          <ButtonLink to={`${path}/list`} look="line" icon={moreIcons.upload}>
            Add a list
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={told} />
      <AdminSection title="Add a worker">
        <p className="mb-4 max-w-read text-ink-soft">
          She needs no email address: a card with a link lets her choose a PIN on her phone, with which and
          with her number she signs in.
        </p>
        <AddForm groups={groups} typed={answer?.values ?? {}} answer={told} />
      </AdminSection>
      <FilterBar
        action={path}
        search={{
          label: groups.length > 0 ? 'Search by name, phone or group' : 'Search by name or phone',
          value: text,
        }}
      />
      <Table
        dense
        caption="Workers"
        columns={columnsOf(path, cards)}
        rows={workers}
        rowKey={({ userId }) => userId}
        empty={<EmptyList title="No workers found" />}
      />
      <Pager
        from={from}
        count={workers.length}
        total={total}
        backTo={page > 1 ? pagePath(path, { q: text }, page - 1) : null}
        nextTo={from + workers.length <= total ? pagePath(path, { q: text }, page + 1) : null}
      />
      <ConfirmationDialog confirmation={confirmation} closeTo={pathname + search} />
    </AdminPage>
  )
}

type AddFormProps = { groups: Group[]; typed: FormValues; answer: AdminAnswer | undefined }

function AddForm({ groups, typed, answer }: AddFormProps) {
  const errors = (name: string) => (answer?.problems?.[name] ? [answer.problems[name]] : null)
  return (
    <Form method="post" className="spend-form mb-6" noValidate>
      <input type="hidden" name="intent" value="add" />
      <TextField
        label="Name"
        name="fullName"
        autoComplete="off"
        required
        defaultValue={typed.fullName}
        errors={errors('fullName')}
      />
      <TextField
        label="Phone"
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
      <Button>Add and make her card</Button>
    </Form>
  )
}

/** Links to the person's page stand on the admin's page only. */
const columnsOf = (path: string, cards: string): Column<WorkerSignIn>[] => [
  {
    key: 'worker',
    header: 'Worker',
    place: 'title',
    cell: ({ userId, fullName, groupName }) => (
      <>
        {path === WORKERS ? <Link to={`${PEOPLE}/${userId}`}>{fullName}</Link> : fullName}
        <span className="data-sub">{groupName ?? 'No group'}</span>
      </>
    ),
  },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => phone ?? '–' },
  { key: 'state', header: 'Signs in', place: 'state', cell: (worker) => <SignInBadges {...worker} /> },
  {
    key: 'card',
    header: 'Card',
    cell: ({ card }) =>
      card ? <Link to={`${cards}/${card.batchId}`}>{`Good until ${formatDay(card.expiresAt)}`}</Link> : '–',
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    place: 'actions',
    cell: (worker) => <Actions {...worker} />,
  },
]

function SignInBadges({ pin, hasEmail, phones }: WorkerSignIn) {
  return (
    <span className="badges">
      {pin === 'set' && <Badge tone="positive">PIN</Badge>}
      {pin === 'locked' && <Badge tone="danger">PIN locked: needs a card</Badge>}
      {hasEmail && <Badge dot={false}>Email</Badge>}
      {pin === 'none' && !hasEmail && <Badge tone="warning">Not joined yet</Badge>}
      {phones > 0 && <Badge dot={false}>{`On ${counted(phones, 'phone')}`}</Badge>}
    </span>
  )
}

function Actions({ userId, fullName, phone, isAdmin, phones }: WorkerSignIn) {
  if (isAdmin || phone === null)
    return (
      <span className="data-sub">{isAdmin ? 'Admins sign in by email' : 'Needs a phone number first'}</span>
    )
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={userId} />
      <input type="hidden" name="name" value={fullName} />
      <Button look="line" size="sm" name="intent" value="card" aria-label={`New card for ${fullName}`}>
        New card
      </Button>
      {phones > 0 && (
        <Button
          look="line"
          size="sm"
          name="intent"
          value="sign-out"
          aria-label={`Sign out phones of ${fullName}`}
        >
          Sign out phones
        </Button>
      )}
    </Form>
  )
}
