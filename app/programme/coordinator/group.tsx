import { z } from 'zod'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { Link } from '#app/kit/link.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { groupPath, QUESTIONS } from '#app/programme/coordinator/paths.ts'
import { groupOf } from '#app/programme/coordinator/scoped-group.server.ts'
import { UpiToTell } from '#app/programme/members/upi-to-tell.tsx'
import { answerForm, readerFor } from '#app/programme/words/words.server.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { monthAndYearIn } from '#shop/kernel/time.ts'
import {
  type GroupMember,
  listMembers,
  type OpenTask,
  productsNamingGroup,
} from '#shop/programme/coordinator.read.ts'
import { withdrawTask } from '#shop/programme/give-tasks.ts'
import { withdrawalChannels } from '#shop/programme/news.read.ts'
import { countOpenQuestions } from '#shop/programme/pay.read.ts'
import { afterTransition } from '#shop/programme/task.ts'
import { listUpiNotices } from '#shop/programme/upi-changes.read.ts'
import { markUpiNotified, stopUpiChange } from '#shop/programme/upi-changes.ts'
import type { Route } from './+types/group.ts'

export const handle: PageHandle = {
  words: ['group', 'state', 'upi'],
  title: null,
  access: { at: '/coordinator/groups/{group}', get: 200, post: 422 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const group = await groupOf(ctx, params.groupId)
  const { language, words } = await readerFor(ctx, request)
  const [members, products, questions, upiToTell] = await Promise.all([
    listMembers(db, group.id, now),
    productsNamingGroup(db, group.id),
    countOpenQuestions(db, [group.id]),
    listUpiNotices(db, [group.id], now),
  ])
  const taskId = new URL(request.url).searchParams.get('withdraw')
  const taskToWithdraw = members.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId) ?? null
  const month = monthAndYearIn(language, now)
  const done = doneNotice(request, words.results)
  const ways = taskToWithdraw && (await withdrawalChannels(db, taskToWithdraw.id))
  return { group, members, products, questions, upiToTell, taskToWithdraw, ways, month, done }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('withdraw'), id: z.string() }),
  z.object({ intent: z.literal('told'), id: z.string() }),
  z.object({ intent: z.literal('stop-upi'), userId: z.string() }),
])

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const change = {
    make: (form: z.infer<typeof forms>) => applyForm(ctx, form),
    next: ({ intent }: z.infer<typeof forms>) => `${groupPath(params.groupId)}?done=${DONE_BY[intent]}`,
  }
  return answerForm(request, forms, change, await readerFor(ctx, request))
}

const DONE_BY = { withdraw: 'withdrawn', told: 'told', 'stop-upi': 'stopped' } as const

function applyForm(ctx: StaffCtx, form: z.infer<typeof forms>) {
  switch (form.intent) {
    case 'withdraw':
      return withdrawTask(ctx, { workLogId: form.id })
    case 'told':
      return markUpiNotified(ctx, form.id)
    case 'stop-upi':
      return stopUpiChange(ctx, form.userId)
  }
}

export default function Group({ loaderData, actionData }: Route.ComponentProps) {
  const { group, members, products, questions, upiToTell, taskToWithdraw, ways, month, done } = loaderData
  const here = groupPath(group.id)
  const { group: words, frame, cancel } = useWords()
  const { taskName } = useFormats()
  return (
    <AdminPage title={group.name} frame={frame.groups} actions={<GroupLinks here={here} />}>
      <StatusNotice answer={actionData ?? done} />
      {questions > 0 && (
        <p className="mb-4">
          <Link to={QUESTIONS} className="link">
            {words.questions({ count: questions })}
          </Link>
        </p>
      )}
      <UpiToTell changes={upiToTell} />
      <AdminSection title={words.members({ month })}>
        {members.length === 0 ? (
          <EmptyList title={words.noMembers}>{words.noMembersLine}</EmptyList>
        ) : (
          <ul className="coord-list">
            {members.map((member) => (
              <Member key={member.userId} member={member} here={here} />
            ))}
          </ul>
        )}
      </AdminSection>
      <Consent group={group} members={members} products={products} />
      {taskToWithdraw && (
        <ConfirmDialog
          title={words.withdrawTitle({ task: taskName(taskToWithdraw) })}
          confirm={words.withdraw}
          leave={cancel}
          closeTo={here}
          action={here}
          fields={{ intent: 'withdraw', id: taskToWithdraw.id }}
        >
          <p>
            {words.withdrawLine} {ways?.byEmail && words.withdrawEmail}{' '}
            {ways?.byMessage && words.withdrawNews}
          </p>
        </ConfirmDialog>
      )}
    </AdminPage>
  )
}

function Member({ member, here }: { member: GroupMember; here: string }) {
  const { fullName, phone, isWorker, done, earned, paid, owed, tasks, begunTasks } = member
  const { group: words } = useWords()
  const { taskName } = useFormats()
  const figures = [
    [words.done, formatNumber(done)],
    [words.earned, formatPrice(earned)],
    [words.paid, formatPrice(paid)],
    [words.owed, formatPrice(owed)],
  ] as const
  return (
    <li>
      <div className="coord-row">
        <h3>{fullName}</h3>
        {phone && (
          <a href={`tel:${phone}`} className="link">
            {phone}
          </a>
        )}
      </div>
      {!isWorker && <p className="coord-sub">{words.formerWorker}</p>}
      {begunTasks.map((task) => (
        <Banner key={task.id} tone="warning" live={false}>
          {words.begun({ task: taskName(task) })}
        </Banner>
      ))}
      <dl className="member-pay">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tasks.length === 0 ? (
        <p className="coord-sub">{words.noTasks}</p>
      ) : (
        <ul className="member-tasks">
          {tasks.map((task) => (
            <MemberTask key={task.id} task={task} here={here} />
          ))}
        </ul>
      )}
    </li>
  )
}

function MemberTask({ task, here }: { task: OpenTask; here: string }) {
  const { id, state, progressCount, quantity, unit, completionDeadline } = task
  const { group: words, state: states } = useWords()
  const { day, taskName, amount } = useFormats()
  return (
    <li className="coord-row">
      <span>
        {taskName(task)}
        <span className="data-sub">
          {words.progress({
            state: states[state],
            done: progressCount,
            amount: amount(quantity, unit),
            day: day(completionDeadline),
          })}
        </span>
      </span>
      {afterTransition(state, 'withdraw') !== null && (
        <Link to={`${here}?withdraw=${id}`} className="link" preventScrollReset>
          {words.withdraw}
          <VisuallyHidden> {taskName(task)}</VisuallyHidden>
        </Link>
      )}
    </li>
  )
}

function GroupLinks({ here }: { here: string }) {
  const { group: words } = useWords()
  return (
    <>
      <ButtonLink to={`${here}/workers`} look="line">
        {words.workers}
      </ButtonLink>
      <ButtonLink to={`${here}/repeat`} look="line">
        {words.copyWeek}
      </ButtonLink>
      <ButtonLink to={`${here}/give`} icon="plus">
        {words.give}
      </ButtonLink>
    </>
  )
}

type ConsentProps = {
  group: { name: string; place: string }
  members: readonly GroupMember[]
  products: readonly string[]
}

/** Shows the text about the group on product pages, and the members who agreed to it. */
function Consent({ group, members, products }: ConsentProps) {
  const agreed = members.filter(({ madeByConsentAt }) => madeByConsentAt)
  const { group: words } = useWords()
  const { day } = useFormats()
  return (
    <AdminSection title={words.publicText}>
      <div className="consent">
        <p>{words.publicTextLine({ group: group.name, place: group.place })}</p>
        <p>{products.length === 0 ? words.notNamed : words.namedBy({ products: products.join(', ') })}</p>
        <ul className="coord-list">
          {agreed.map(({ userId, fullName, place, madeByConsentAt }) => (
            <li key={userId}>
              <span>
                {fullName}
                {place && `, ${place}`}
              </span>
              <span className="data-sub">
                {madeByConsentAt && words.agreedOn({ day: day(madeByConsentAt) })}
              </span>
            </li>
          ))}
        </ul>
        <p>{words.agreed({ agreed: agreed.length, members: members.length })}</p>
      </div>
    </AdminSection>
  )
}
