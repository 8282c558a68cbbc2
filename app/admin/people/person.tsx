import { data, redirect, useLocation } from 'react-router'
import { z } from 'zod'
import { CoordinatorForm, RoleBadges, RoleForms } from '#app/admin/people/person-roles.tsx'
import { WORKER_LABELS, WorkerForm, type WorkerTexts, WorkerUpiForm } from '#app/admin/people/worker-form.tsx'
import type { AdminAnswer } from '#app/desk/admin-page.tsx'
import { requireConfirmation, seenAtField } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import type { RecordConflict } from '#app/desk/conflict-panel.tsx'
import { AUDIT, ORDERS, PEOPLE, TASKS } from '#app/desk/paths.ts'
import { Facts, RecordDialog } from '#app/desk/record-dialog.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type FormValues, typedValues } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { invalid, readFormFields } from '#app/request/form.server.ts'
import { orNotFound, type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { changeRoles } from '#shop/customers/change-account.ts'
import { deviceName, lastSeen } from '#shop/customers/device.ts'
import { endSessionsOf } from '#shop/customers/end-sessions.ts'
import { findPerson, type ListedPerson } from '#shop/customers/people.read.ts'
import { listDevices } from '#shop/customers/users.read.ts'
import { resetFactors } from '#shop/factors/change-factors.ts'
import { FACTOR_KIND_NAMES, type Factor } from '#shop/factors/factor.ts'
import { listFactors } from '#shop/factors/factors.read.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { may } from '#shop/kernel/permissions.ts'
import { STAFF_ROLE_NAMES, STAFF_ROLE_WORK, STAFF_ROLES, type StaffRole } from '#shop/kernel/staff-role.ts'
import { formatDay, formatDayAndTime } from '#shop/kernel/time.ts'
import { type Obstacles, obstaclesText } from '#shop/privacy/account-deletion.ts'
import { eraseAccount } from '#shop/privacy/delete-account.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { upiInput, workerInput } from '#shop/programme/input.ts'
import { setCoordinator } from '#shop/programme/manage-groups.ts'
import { upiAt } from '#shop/programme/upi.ts'
import { changeUpiOf, stopUpiChange } from '#shop/programme/upi-changes.ts'
import { languageIn, languageName, type Worker } from '#shop/programme/worker.ts'
import { findWorker, listCoordinatedGroups, listGroups } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/person.ts'

export const handle: PageHandle = {
  guard: 'people',
  access: { at: '/admin/dashboard/people/{customer}', get: 200, post: 422 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, actor, now } = ctx
  const person = orNotFound(await findPerson(db, params.id))
  await recordView(ctx, { entity: 'user', entityId: person.id, personId: person.id })
  const [worker, groups, coordinated] = await Promise.all([
    findWorker(db, person.id),
    listGroups(db),
    listCoordinatedGroups(db, person.id),
  ])
  const closeTo = PEOPLE + new URL(request.url).search
  const seenAt = worker?.updatedAt.getTime() ?? null
  const coordinates = coordinated.map(({ id }) => id)
  const isSelf = person.id === actor.id
  const upi = worker && upiAt(worker, now)
  const mayGiveRoles = may(actor, 'roles')
  const signIn = mayGiveRoles && !isSelf ? await signInOf(db, person.id, now) : null
  return {
    signIn,
    person,
    isSelf,
    mayGiveRoles,
    texts: textsOf(worker),
    seenAt,
    groups,
    coordinates,
    closeTo,
    upi,
  }
}

async function signInOf(db: StaffCtx['db'], userId: string, now: Date): Promise<PersonSignInProps> {
  const devices = await listDevices(db, userId, now)
  const sessions = devices.map((device) => ({
    id: device.id,
    name: deviceName(device.userAgent),
    seen: lastSeen(device, now),
  }))
  return { sessions, factors: await listFactors(db, userId) }
}

function textsOf(worker: Worker | null): WorkerTexts {
  return {
    groupId: worker?.group?.id ?? '',
    place: worker?.place ?? '',
    phone: worker?.phone ?? '',
    upiId: worker?.upiId ?? '',
    language: worker?.language ?? 'hi',
    madeByConsent: worker?.madeByConsentAt ? 'on' : '',
  }
}

function typedTexts({ groupId = '', place = '', phone = '', upiId = '', ...rest }: FormValues): WorkerTexts {
  const { language = '', madeByConsent = '' } = rest
  return { groupId, place, phone, upiId, language, madeByConsent }
}

type Conflict = { seenAt: number | null; versions: Omit<RecordConflict, 'reloadTo'> }
type PersonAnswer = AdminAnswer & { conflict?: Conflict }

const roleConfirmation = (name: string, role: StaffRole | null, groups: readonly string[]) => ({
  title: role
    ? `Make ${name} ${role === 'owner' || role === 'accountant' ? 'an' : 'a'} ${STAFF_ROLE_NAMES[role].toLowerCase()}?`
    : `Remove the staff role from ${name}?`,
  lines: [
    role
      ? `${name} can then: ${STAFF_ROLE_WORK[role]}`
      : `${name} can no longer open this dashboard. An owner can give a role again.`,
    ...(role === null && groups.length > 0
      ? [`${name} still coordinates ${groups.join(', ')}. If that should end too, remove these groups below.`]
      : []),
  ],
  confirm: role ? 'Give the role' : 'Remove the role',
})
const dismissalConfirmation = (name: string) => ({
  title: `Remove the worker role from ${name}?`,
  lines: [`${name} can no longer open tasks or pay. You can enrol ${name} again.`],
  confirm: 'Remove the worker role',
})

const erasureConfirmation = (name: string) => ({
  title: `Erase the account of ${name}?`,
  lines: [
    'Name, phone numbers, addresses, notes and messages in orders are erased, also from the lists and the search. This can’t be undone.',
    'Invoices and pay records stay as the law asks, with the name and address on them. Make sure that it was really this person who asked you.',
  ],
  confirm: 'Erase the account',
})

const resetConfirmation = (name: string) => ({
  title: `Reset the second factor of ${name}?`,
  lines: [
    `All passkeys, apps and recovery codes of ${name} stop working, and all sessions end.`,
    'At the next sign-in, the person sets up a new one with a link sent to the account’s email address. Make sure that it was really this person who asked you.',
  ],
  confirm: 'Reset the second factor',
})

const coordinatorConfirmation = (name: string, groups: readonly string[]) => ({
  title:
    groups.length > 0 ? `Let ${name} coordinate these groups?` : `Remove the coordinator role from ${name}?`,
  lines:
    groups.length > 0
      ? [`${groups.join(', ')}: ${name} hands out their tasks, checks their photos, and sees their pay.`]
      : [`${name} can no longer open the groups’ pages. You can give the role again.`],
  confirm: groups.length > 0 ? 'Save the groups' : 'Remove the coordinator role',
})

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('enrol'),
    ...workerInput.shape,
    groupId: z.preprocess((id) => id || null, workerInput.shape.groupId),
    // Browsers do not send an unchecked checkbox.
    madeByConsent: z.string().default('').transform(Boolean),
    seenAt: seenAtField,
  }),
  z.object({ intent: z.literal('upi'), upiId: upiInput }),
  z.object({ intent: z.literal('stop-upi') }),
  z.object({ intent: z.literal('coordinate') }),
  z.object({ intent: z.literal('role'), staffRole: z.enum(['', ...STAFF_ROLES]) }),
  z.object({ intent: z.literal('dismiss') }),
  z.object({ intent: z.literal('erase') }),
  z.object({ intent: z.literal('end-session'), session: z.string() }),
  z.object({ intent: z.literal('end-sessions') }),
  z.object({ intent: z.literal('reset-factors') }),
])
type Enrolment = Extract<z.infer<typeof forms>, { intent: 'enrol' }>

const NOT_SAVED = 'Your change was not saved'

export async function action({ request, params: { id: userId }, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields, NOT_SAVED)
  const { value } = fields
  switch (value.intent) {
    case 'upi':
      return changeUpi(ctx, userId, value.upiId, form)
    case 'stop-upi':
      return answerFor(await stopUpiChange(ctx, userId), 'The change is stopped')
    case 'end-session':
      return answerFor(await endSessionsOf(ctx, userId, { id: value.session }), 'The session is ended')
    case 'end-sessions':
      return answerFor(await endSessionsOf(ctx, userId, 'all'), 'All sessions are ended')
    case 'reset-factors':
      return confirmChange(ctx, userId, form, {
        apply: () => resetFactors(ctx, userId),
        message: 'Second factor reset',
        confirmationOf: resetConfirmation,
      })
    case 'enrol':
      return enrol(ctx, userId, value, form)
    case 'coordinate':
      return coordinate(ctx, userId, form)
    case 'role': {
      const staffRole = value.staffRole || null
      const groups = (await listCoordinatedGroups(ctx.db, userId)).map(({ name }) => name)
      return confirmChange(ctx, userId, form, {
        apply: () => changeRoles(ctx, { userId, staffRole }),
        message: staffRole ? 'Role given' : 'Role removed',
        confirmationOf: (name) => roleConfirmation(name, staffRole, groups),
      })
    }
    case 'erase':
      return confirmChange(ctx, userId, form, {
        apply: async () => {
          const erased = await eraseAccount(ctx, userId)
          // The erased person no longer has a page.
          if (erased.ok) throw redirect(`${PEOPLE}?done=erased`, 303)
          return erased
        },
        message: '',
        confirmationOf: erasureConfirmation,
      })
    case 'dismiss':
      return confirmChange(ctx, userId, form, {
        apply: () => changeRoles(ctx, { userId, isWorker: false }),
        message: 'Worker role removed',
        confirmationOf: dismissalConfirmation,
      })
  }
}

type Outcome = { ok: true } | { ok: false; reason: keyof typeof REFUSALS; obstacles?: Obstacles }

function answerFor(outcome: Outcome, message: string) {
  return outcome.ok ? data<PersonAnswer>({ ok: true, message }) : refuseForm(outcome.reason)
}

type Change = {
  apply: () => Promise<Outcome>
  message: string
  confirmationOf: (name: string) => ReturnType<typeof dismissalConfirmation>
}

async function confirmChange(
  ctx: StaffCtx,
  userId: string,
  form: FormData,
  { apply, message, confirmationOf }: Change,
) {
  const person = await findPerson(ctx.db, userId)
  const confirmation = person && requireConfirmation(form, confirmationOf(person.fullName))
  if (confirmation) return data<PersonAnswer>({ ok: true, message: '', confirmation })
  const outcome = await apply()
  if (!outcome.ok && outcome.obstacles)
    return refuseForm(outcome.reason, { message: obstaclesText(outcome.obstacles) })
  return answerFor(outcome, message)
}

async function changeUpi(ctx: StaffCtx, userId: string, upiId: string | null, form: FormData) {
  const saved = await changeUpiOf(ctx, { userId, upiId })
  if (!saved.ok) return refuseForm(saved.reason, { values: typedValues(form) })
  const { value } = saved
  const later =
    value.kind === 'later' ? `UPI ID saved. It takes effect on ${formatDayAndTime(value.countsFrom)}` : null
  return data<PersonAnswer>({ ok: true, message: later ?? 'UPI ID saved' })
}

async function coordinate(ctx: StaffCtx, userId: string, form: FormData) {
  const groupIds = form.getAll('groupIds').map(String)
  const groups = (await listGroups(ctx.db)).filter(({ id }) => groupIds.includes(id))
  return confirmChange(ctx, userId, form, {
    apply: () => setCoordinator(ctx, { userId, groupIds }),
    message: 'Groups saved',
    confirmationOf: (name) =>
      coordinatorConfirmation(
        name,
        groups.map((group) => group.name),
      ),
  })
}

const REFUSAL_TEXTS: Partial<Record<keyof typeof REFUSALS, string>> = {
  own_roles: 'You can’t change your own roles: ask another admin',
  email_not_verified: 'This account has to verify its email address first',
}

function refuseForm(reason: keyof typeof REFUSALS, answer: Partial<PersonAnswer> = {}) {
  const { status, en } = REFUSALS[reason]
  // The page cannot be shown if the person does not exist or the admin may not open it.
  if ((status === 403 && reason !== 'factor_stale') || status === 404) throw data(null, { status })
  return data<PersonAnswer>({ ok: false, message: REFUSAL_TEXTS[reason] ?? en, ...answer }, { status })
}

async function enrol(ctx: StaffCtx, userId: string, { intent: _, ...details }: Enrolment, form: FormData) {
  const upiId = form.has('upiId') ? details.upiId : undefined
  const enrolled = await enrolWorker(ctx, { userId, ...details, upiId })
  if (enrolled.ok) return data<PersonAnswer>({ ok: true, message: 'Worker saved' })
  const values = typedValues(form)
  if (enrolled.reason === 'worker_changed') {
    const conflict = await conflictOf(ctx, userId, values)
    return data<PersonAnswer>({ ok: false, message: NOT_SAVED, values, conflict }, { status: 409 })
  }
  if (enrolled.reason === 'phone_of_staff')
    return refuseForm(enrolled.reason, {
      message: NOT_SAVED,
      problems: { phone: REFUSALS.phone_of_staff.en },
      values,
    })
  if (enrolled.reason !== 'group_not_found') return refuseForm(enrolled.reason, { values })
  return refuseForm(enrolled.reason, { message: NOT_SAVED, problems: { groupId: 'Group not found' }, values })
}

/** Returns both versions. Saving again overwrites the stored version. */
async function conflictOf({ db, now }: StaffCtx, userId: string, yours: FormValues): Promise<Conflict> {
  const [worker, groups, [last]] = await Promise.all([
    findWorker(db, userId),
    listGroups(db),
    listChanges(db, { entity: 'worker', entityId: userId, limit: 1 }),
  ])
  const theirs = textsOf(worker)
  const displayTexts = ({ groupId, madeByConsent, ...texts }: WorkerTexts) => {
    const language = languageIn(texts.language)
    return {
      groupId: groups.find(({ id }) => id === groupId)?.name ?? '',
      ...texts,
      language: language ? languageName(language) : '',
      madeByConsent: madeByConsent ? 'Yes' : 'No',
    }
  }
  const [saved, typed] = [displayTexts(theirs), displayTexts(typedTexts({ upiId: theirs.upiId, ...yours }))]
  const names = Object.keys(WORKER_LABELS) as (keyof WorkerTexts)[]
  const rows = names
    .filter((name) => saved[name] !== typed[name])
    .map((name) => ({ label: WORKER_LABELS[name], theirs: saved[name], yours: typed[name] }))
  const at = worker?.updatedAt ?? now
  const by = last?.actorName ?? 'Another admin'
  return { seenAt: worker?.updatedAt.getTime() ?? null, versions: { recordKind: 'worker', by, at, rows } }
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isSelf, mayGiveRoles, signIn, groups, coordinates, closeTo, upi } = loaderData
  const answer: PersonAnswer | undefined = actionData
  const { problems = {}, conflict, values, confirmation } = answer ?? {}
  const isUpi = values?.intent === 'upi'
  const texts = values && !isUpi ? typedTexts(values) : loaderData.texts
  const { pathname, search } = useLocation()
  const here = pathname + search
  return (
    <>
      <RecordDialog title={person.fullName} closeTo={closeTo} answer={answer}>
        <PersonFacts person={person} />
        {person.email === null && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`${PEOPLE}/${person.id}/data.json`} look="line" reloadDocument>
              Download the data
            </ButtonLink>
            <PostButton fields={{ intent: 'erase' }} look="line">
              Erase the account
            </PostButton>
          </div>
        )}
        <RoleForms {...{ person, isSelf, mayGiveRoles }} />
        {signIn && <PersonSignIn {...signIn} />}
        {!isSelf && <CoordinatorForm groups={groups} coordinates={coordinates} />}
        {upi && <WorkerUpiForm {...upi} typed={isUpi ? values.upiId : undefined} problem={problems.upiId} />}
        <WorkerForm
          {...{ isWorker: person.isWorker, groups, texts, problems }}
          seenAt={conflict ? conflict.seenAt : loaderData.seenAt}
          conflict={conflict ? { ...conflict.versions, reloadTo: here } : null}
        />
      </RecordDialog>
      <ConfirmationDialog confirmation={confirmation} closeTo={here} />
    </>
  )
}

function PersonFacts({ person }: { person: ListedPerson }) {
  const { id, email, phoneNumber, createdAt, orders, revenue, isWorker } = person
  return (
    <>
      <Facts
        facts={[
          { label: 'Email', value: email ?? (isWorker ? 'None: signs in with a PIN' : 'None') },
          { label: 'Phone', value: phoneNumber ?? 'Not given' },
          { label: 'Registered', value: formatDay(createdAt) },
          { label: 'Roles', value: <RoleBadges person={person} /> },
          { label: 'Orders', value: formatNumber(orders) },
          { label: 'Value of orders, less refunds', value: formatPrice(wholeRupees(revenue)) },
        ]}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <TextLink to={`${ORDERS}?customer=${id}`}>Orders of this account</TextLink>
        {isWorker && <TextLink to={TASKS}>Tasks</TextLink>}
        <TextLink to={`${AUDIT}?id=${id}`}>Changes to this account</TextLink>
      </div>
    </>
  )
}

type PersonSignInProps = {
  sessions: readonly { id: string; name: string; seen: string }[]
  factors: readonly Pick<Factor, 'id' | 'kind' | 'name' | 'createdAt'>[]
}

/** Shows owners another person's second factor and sessions. */
function PersonSignIn({ sessions, factors }: PersonSignInProps) {
  return (
    <section>
      <h3>Sign-in</h3>
      {factors.length === 0 ? (
        <p>No second factor is set up.</p>
      ) : (
        <>
          <ul className="data-sub">
            {factors.map(({ id, kind, name, createdAt }) => (
              <li key={id}>
                {FACTOR_KIND_NAMES[kind]}: {name}, added {formatDay(createdAt)}
              </li>
            ))}
          </ul>
          <PostButton fields={{ intent: 'reset-factors' }} form={{ className: 'record-buttons' }} look="line">
            Reset the second factor
          </PostButton>
        </>
      )}
      {sessions.length === 0 ? (
        <p>Not signed in on any device.</p>
      ) : (
        <>
          <ul>
            {sessions.map(({ id, name, seen }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
                <span>
                  {name} <span className="data-sub">{seen}</span>
                </span>
                <PostButton fields={{ session: id, intent: 'end-session' }} look="line" size="sm">
                  End
                  <VisuallyHidden>
                    {' '}
                    the session on {name}, {seen}
                  </VisuallyHidden>
                </PostButton>
              </li>
            ))}
          </ul>
          <PostButton fields={{ intent: 'end-sessions' }} form={{ className: 'record-buttons' }} look="line">
            End all sessions
          </PostButton>
        </>
      )}
    </section>
  )
}
