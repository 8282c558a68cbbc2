import { data, Form, Link, useLocation } from 'react-router'
import { askFirst } from '#app/admin/kit/ask-first.server.ts'
import type { ShownConflict } from '#app/admin/kit/conflict-panel.tsx'
import { type Question, QuestionDialog } from '#app/admin/kit/question.tsx'
import { Facts, RecordDialog } from '#app/admin/kit/record-dialog.tsx'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'
import { PEOPLE } from '#app/admin/people/people-page.tsx'
import { RoleBadges } from '#app/admin/people/role-badges.tsx'
import {
  WORKER_LABELS,
  WorkerForm,
  type WorkerFormProps,
  type WorkerTexts,
} from '#app/admin/people/worker-form.tsx'
import { DASHBOARD } from '#app/admin/tabs.ts'
import { Button } from '#app/kit/button.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { type ChangeRolesRefusal, changeRoles } from '#shop/customers/change-roles.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import type { ListedPerson } from '#shop/customers/people.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, type Worker } from '#shop/programme/worker.ts'
import { findWorker, listGroups } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/person.ts'

export const handle: PageHandle = {
  access: { at: '/admin/dashboard/people/{customer}', get: 200, post: 400 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, actor } = context.get(adminContext)
  const person = await findPerson(db, params.id)
  if (!person) throw data(null, { status: 404 })
  const [worker, groups] = await Promise.all([findWorker(db, person.id), listGroups(db)])
  const closeTo = PEOPLE + new URL(request.url).search
  const seenAt = worker?.updatedAt.getTime() ?? null
  return { person, isSelf: person.id === actor.id, texts: textsOf(worker), seenAt, groups, closeTo }
}

function textsOf(worker: Worker | null): WorkerTexts {
  return {
    groupId: worker?.group?.id ?? '',
    place: worker?.place ?? '',
    phone: worker?.phone ?? '',
    upiId: worker?.upiId ?? '',
    language: worker?.language ?? 'hi',
    madeByConsent: Boolean(worker?.madeByConsentAt),
  }
}

type Conflict = { seenAt: number | null; shown: Omit<ShownConflict, 'reloadTo'> }
type Answered = AdminAnswer & {
  texts: WorkerTexts | null
  problems: WorkerFormProps['problems']
  conflict?: Conflict
  question?: Question
}

const askToPromote = (name: string) => ({
  title: `Make ${name} an admin?`,
  lines: [`${name} can then see every order and customer, give refunds, and change anyone’s roles.`],
  confirm: 'Make an admin',
})
const askToDemote = (name: string) => ({
  title: `Take the admin role from ${name}?`,
  lines: [`${name} can no longer open this dashboard. Another admin can give the role again.`],
  confirm: 'Take the admin role',
})
const askToDismiss = (name: string) => ({
  title: `Take the worker role from ${name}?`,
  lines: [`${name} can no longer open tasks or pay. You can enrol ${name} again.`],
  confirm: 'Take the worker role',
})

const ROLE_CHANGES = {
  promote: { roles: { isAdmin: true }, message: 'Admin role given', asked: askToPromote },
  demote: { roles: { isAdmin: false }, message: 'Admin role taken', asked: askToDemote },
  dismiss: { roles: { isWorker: false }, message: 'Worker role taken', asked: askToDismiss },
} as const

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const intent = textOf(form, 'intent')
  if (intent === 'enrol') return enrol(ctx, params.id, form)
  if (intent !== 'promote' && intent !== 'demote' && intent !== 'dismiss') throw data(null, { status: 400 })
  const { roles, message, asked } = ROLE_CHANGES[intent]
  const person = await findPerson(ctx.db, params.id)
  const question = person && askFirst(form, asked(person.fullName))
  if (question) return data<Answered>({ ok: true, message: '', texts: null, problems: {}, question })
  const changed = await changeRoles(ctx, { userId: params.id, ...roles })
  if (changed.ok) return data<Answered>({ ok: true, message, texts: null, problems: {} })
  return data<Answered>({ ok: false, message: whyNot(changed), texts: null, problems: {} }, { status: 409 })
}

const NOT_VERIFIED = 'This account has to verify its email address first'

function whyNot({ reason }: ChangeRolesRefusal): string {
  switch (reason) {
    case 'own_roles':
      return 'You can’t change your own roles: ask another admin'
    case 'last_admin':
      return 'The last admin has to stay'
    case 'email_not_verified':
      return NOT_VERIFIED
    case 'user_not_found':
    case 'not_admin':
      throw data(null, { status: reason === 'not_admin' ? 403 : 404 })
  }
}

async function enrol(ctx: AdminCtx, userId: string, form: FormData) {
  const texts: WorkerTexts = {
    groupId: textOf(form, 'groupId'),
    place: textOf(form, 'place'),
    phone: textOf(form, 'phone'),
    upiId: textOf(form, 'upiId'),
    language: textOf(form, 'language'),
    madeByConsent: form.get('madeByConsent') !== null,
  }
  const refused = (problems: WorkerFormProps['problems'], status = 422) =>
    data<Answered>({ ok: false, message: 'That was not saved', texts, problems }, { status })
  const parsed = workerInput.safeParse({ ...texts, groupId: texts.groupId || null })
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => [String(path[0]), message])
    return refused(Object.fromEntries(issues.reverse()))
  }
  const seenAt = Number(textOf(form, 'seenAt')) || null
  const enrolled = await enrolWorker(ctx, {
    userId,
    ...parsed.data,
    seenAt: seenAt === null ? null : new Date(seenAt),
  })
  if (enrolled.ok) return data<Answered>({ ok: true, message: 'Worker saved', texts: null, problems: {} })
  if (enrolled.reason === 'group_not_found') return refused({ groupId: 'Group not found' })
  if (enrolled.reason === 'email_not_verified')
    return data<Answered>({ ok: false, message: NOT_VERIFIED, texts, problems: {} }, { status: 409 })
  if (enrolled.reason === 'worker_changed') {
    const conflict = await conflictOf(ctx, userId, texts)
    return data<Answered>(
      { ok: false, message: 'That was not saved', texts, problems: {}, conflict },
      { status: 409 },
    )
  }
  throw data(null, { status: enrolled.reason === 'not_admin' ? 403 : 404 })
}

/** Both versions; saving again goes over the one that is saved now. */
async function conflictOf({ db, now }: AdminCtx, userId: string, yours: WorkerTexts): Promise<Conflict> {
  const [worker, groups, [last]] = await Promise.all([
    findWorker(db, userId),
    listGroups(db),
    listChanges(db, { entity: 'worker', entityId: userId, limit: 1 }),
  ])
  const theirs = textsOf(worker)
  const words = ({ groupId, language, madeByConsent, ...texts }: WorkerTexts) => ({
    groupId: groups.find(({ id }) => id === groupId)?.name ?? '',
    ...texts,
    language: LANGUAGES.includes(language as Language) ? LANGUAGE_NAMES[language as Language] : '',
    madeByConsent: madeByConsent ? 'Yes' : 'No',
  })
  const [saved, typed] = [words(theirs), words(yours)]
  const names = Object.keys(WORKER_LABELS) as (keyof WorkerTexts)[]
  const rows = names
    .filter((name) => saved[name] !== typed[name])
    .map((name) => ({ label: WORKER_LABELS[name], theirs: saved[name], yours: typed[name] }))
  const at = worker?.updatedAt ?? now
  const by = last?.actorName ?? 'Another admin'
  return { seenAt: worker?.updatedAt.getTime() ?? null, shown: { thing: 'worker', by, at, rows } }
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isSelf, groups, closeTo } = loaderData
  const texts = actionData?.texts ?? loaderData.texts
  const { problems = {}, conflict } = actionData ?? {}
  const { pathname, search } = useLocation()
  const worker = {
    ...{ isWorker: person.isWorker, groups, texts, problems },
    seenAt: conflict ? conflict.seenAt : loaderData.seenAt,
    conflict: conflict ? { ...conflict.shown, reloadTo: pathname + search } : null,
  }
  return (
    <PersonDialog
      person={person}
      isSelf={isSelf}
      worker={worker}
      closeTo={closeTo}
      answer={actionData?.question ? undefined : actionData}
      question={actionData?.question}
      here={pathname + search}
    />
  )
}

type PersonDialogProps = {
  person: ListedPerson
  /** True for the signed-in admin's own account: admins cannot change their own roles. */
  isSelf: boolean
  worker: WorkerFormProps
  closeTo: string
  answer: AdminAnswer | undefined
  /** Asked before a role changes. */
  question: Question | undefined
  /** The address of this dialog. */
  here: string
}

/** One account: who it is, what it did, its roles, and what is known of a worker. */
function PersonDialog(props: PersonDialogProps) {
  const { person, isSelf, worker, closeTo, answer, question, here } = props
  if (question) return <QuestionDialog question={question} closeTo={here} />
  const { id, fullName, email, phoneNumber, createdAt, orders, spent, isWorker } = person
  return (
    <RecordDialog title={fullName} closeTo={closeTo} answer={answer}>
      <Facts
        facts={[
          { label: 'E-mail', value: email },
          { label: 'Phone', value: phoneNumber ?? 'Not given' },
          { label: 'Since', value: formatDay(createdAt) },
          { label: 'Roles', value: <RoleBadges person={person} /> },
          { label: 'Orders', value: orders.toLocaleString('en-IN') },
          { label: 'Spent on paid orders, less refunds', value: formatPrice(wholeRupees(spent)) },
        ]}
      />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link className="link" to={`${DASHBOARD}/orders?customer=${id}`}>
          Orders of this account
        </Link>
        {isWorker && (
          <Link className="link" to={`${DASHBOARD}/tasks`}>
            Tasks
          </Link>
        )}
        <Link className="link" to={`${DASHBOARD}/audit?id=${id}`}>
          Changes to this account
        </Link>
      </p>
      <Roles person={person} isSelf={isSelf} />
      <WorkerForm {...worker} />
    </RecordDialog>
  )
}

function Roles({ person: { isAdmin, isWorker }, isSelf }: { person: ListedPerson; isSelf: boolean }) {
  return (
    <section>
      <h3>Roles</h3>
      {isSelf ? (
        <p>This is your own account. Another admin may change its roles.</p>
      ) : (
        <Form method="post" className="record-buttons">
          <Button look="line" name="intent" value={isAdmin ? 'demote' : 'promote'}>
            {isAdmin ? 'Take the admin role' : 'Make an admin'}
          </Button>
          {isWorker && (
            <Button look="line" name="intent" value="dismiss">
              Take the worker role
            </Button>
          )}
        </Form>
      )}
    </section>
  )
}
