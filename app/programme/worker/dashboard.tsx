import { useEffect } from 'react'
import { data, type ShouldRevalidateFunctionArgs, useFetcher, useRevalidator } from 'react-router'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { Link } from '#app/kit/link.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { reasonsIn, taskNameFor } from '#app/programme/words/words.server.ts'
import { localize, useWords, type Words } from '#app/programme/words/words.ts'
import { type WorkerAnswer, workerAction } from '#app/programme/worker/dashboard-action.server.ts'
import { AnswerContext, Nothing, Notice } from '#app/programme/worker/kit/messages.tsx'
import { answerTarget, tabOf, tabPath, WORKER_TABS, type WorkerTab } from '#app/programme/worker/kit/paths.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import type { ShownTask } from '#app/programme/worker/on-this-phone.ts'
import { type Fact, Facts, PayNowPanel, PayTab, spokenFacts } from '#app/programme/worker/pay-tab.tsx'
import { START_KEY, TaskPanel } from '#app/programme/worker/task-panel.tsx'
import { TaskRows } from '#app/programme/worker/task-rows.tsx'
import { WaitingList } from '#app/programme/worker/waiting-list.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { type WorkerCtx, workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { accountLanguage } from '#app/request/reader-language.server.ts'
import { hasPassword } from '#infra/accounts/password.ts'
import { pictureUrl } from '#shop/catalogue/picture.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf, monthOf, startOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { momentIn } from '#shop/kernel/time.ts'
import type { WorkerFigures } from '#shop/programme/dashboard.ts'
import { listOwnQuestions, listPayments, payBalance, payEntries, weekPay } from '#shop/programme/pay.read.ts'
import { paymentFor } from '#shop/programme/pay.ts'
import { reasonFor } from '#shop/programme/rejection.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import { canSendPhoto, type Task } from '#shop/programme/task.ts'
import { taskDescriptionIn } from '#shop/programme/task-words.ts'
import { workerDashboard } from '#shop/programme/tasks.read.ts'
import { upiAt } from '#shop/programme/upi.ts'
import { mustUpiWait } from '#shop/programme/upi-changes.read.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/dashboard.ts'

export const handle: PageHandle = {
  title: null,
  words: ['work', 'amounts', 'queue', 'wages?tab=pay'],
  access: { get: 200, post: 422 },
}

const ICONS: Record<WorkerTab, IconName> = {
  overview: phoneIcons.house,
  active: phoneIcons.package,
  completed: 'circle-check',
  pay: phoneIcons.indianRupee,
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const language = await accountLanguage(ctx, request)
  // The idempotency key of the count step that a form of this page sends.
  const stepId = crypto.randomUUID()
  const toShown = (task: Task) => ({ ...shownTask(ctx, language, task), stepId })
  const { figures, recent, active, completed } = await workerDashboard(ctx.db, ctx.actor.id, ctx.now)
  const tab = tabOf(new URL(request.url).searchParams.get('tab'))
  // The current task is a returned one, otherwise a started one, otherwise a new one.
  const started =
    active.find(({ state }) => state === 'returned') ?? active.find(({ state }) => canSendPhoto(state))
  const next = started ?? active.find(({ state }) => state === 'pending')
  return {
    tab,
    figures,
    payNow: tab === 'overview' ? await weekPay(ctx.db, ctx.actor.id, ctx.now) : null,
    currentTask: next ? toShown(next) : null,
    recent: recent.map(toShown),
    active: tab === 'active' ? active.map(toShown) : [],
    completed: tab === 'completed' ? completed.map(toShown) : [],
    pay: tab === 'pay' ? await payTab(ctx, language) : null,
  }
}

export const action = ({ request, context }: Route.ActionArgs) =>
  workerAction(request, context.get(workerContext), context.get(requestContext))

/** Without a network, shows a message and keeps the form's values. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const to = answerTarget(await request.clone().formData())
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return data<WorkerAnswer>({ ok: false, to, problem: null, isOffline: true }, { status: NO_NETWORK })
  }
}

const NO_NETWORK = 503

/**
 * Reloads after a refusal, because a task may have been withdrawn, or started on another phone. Does not reload without
 * a network.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus !== NO_NETWORK && afterRefusal(args)
}

/** Returns a task for the page. Its texts may be in a different language. Its links expire within an hour. */
function shownTask({ links, now }: Ctx, language: Language, task: Task) {
  const { photo } = task
  const claimed = task.state === 'pending_review' ? task.claimedQuantity : null
  const example = task.state === 'returned' ? task.example : null
  const name = taskNameFor(language, task)
  const description = localize(language, taskDescriptionIn(writtenFor(language), task))
  return {
    id: task.id,
    name: name.text,
    nameLang: name.lang,
    description: description.text,
    descriptionLang: description.lang,
    state: task.state,
    quantity: task.quantity,
    unit: task.unit,
    // The count at `asOf`, the server's time in ms.
    done: task.progressCount,
    asOf: now.getTime(),
    lastCountId: task.lastCountId,
    accepted: task.approvedQuantity,
    // The count sent with the photo, while it waits for the review.
    claimed,
    pay: claimed === null ? task.paymentAmount : paymentFor(task, claimed),
    deadline: task.completionDeadline,
    isLate: (task.state === 'pending' || canSendPhoto(task.state)) && task.completionDeadline < now,
    reason: task.state === 'returned' ? reasonFor(task, reasonsIn(language)) : null,
    example: example && {
      url: photoPath(links, { workLogId: task.id, photoId: example.id }, now),
      width: example.width,
      height: example.height,
    },
    picture: task.picture && { ...task.picture, url: pictureUrl(task.picture) },
    rating: task.rating,
    photo: photo && photoPath(links, { workLogId: task.id, photoId: photo.id }, now),
  }
}

const YEAR_MS = 366 * DAY_MS

async function payTab({ db, actor, now }: WorkerCtx, language: Language) {
  const since = new Date(now.getTime() - YEAR_MS)
  const [balance, currentPay, payments, questions, entries, worker, isByPassword, waits] = await Promise.all([
    payBalance(db, actor.id),
    weekPay(db, actor.id, now),
    listPayments(db, actor.id),
    listOwnQuestions(db, actor.id),
    payEntries(db, actor.id, since, new Date(now.getTime() + DAY_MS)),
    findWorker(db, actor.id),
    actor.withPin ? false : hasPassword(db, actor.id),
    mustUpiWait(db, actor.id, now),
  ])
  const upi = worker && upiAt(worker, now)
  // The months with a ledger entry, newest first.
  const months = new Set(entries.map(({ createdAt }) => monthOf(dayOf(createdAt))))
  return {
    now: currentPay,
    paid: balance.paid,
    payments: payments.map(({ id, payoutNumber, amount, state, paidAt, reference, confirmedAt }) => ({
      ...{ id, number: payoutNumber, amount, paidAt, reference },
      state: state === 'dropped' ? ('waiting' as const) : state,
      isConfirmed: confirmedAt !== null,
    })),
    questions: questions.map(({ id, question, answer }) => ({ id, question, answer })),
    months: [...months]
      .sort()
      .reverse()
      .map((first) => ({ at: startOf(first), key: first.slice(0, 7) })),
    me: worker && { phone: worker.phone ?? '', madeByConsent: worker.madeByConsentAt !== null },
    upi: upi && {
      ...{ upiId: upi.upiId, isUpiCorrupt: upi.isUpiCorrupt, waits },
      change: upi.upiChange && {
        upiId: upi.upiChange.newUpiId,
        from: momentIn(language, upi.upiChange.countsFrom),
      },
      // The proof required to change the UPI ID. Null for a worker with neither PIN nor password.
      proof: actor.withPin ? ('pin' as const) : isByPassword ? ('password' as const) : null,
    },
  }
}

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, figures, currentTask, recent, active, completed, payNow, pay } = loaderData
  const words = useWords()
  const startAnswer = useFetcher<WorkerAnswer>({ key: START_KEY }).data
  const { refusals, arrivals } = usePhone()
  const { revalidate } = useRevalidator()
  // Work that was sent or refused means that the page may be outdated, so it reloads.
  useEffect(() => void (refusals + arrivals > 0 && revalidate()), [refusals, arrivals, revalidate])
  useAnswerFocus(startAnswer)
  const answers = [startAnswer, actionData].flatMap((answer) => {
    const text = answer && (answer.ok ? words.wages?.saved : problemText(words, answer))
    return answer?.to && text ? [{ to: answer.to, ok: answer.ok, text }] : []
  })
  const panels = tab === 'overview' ? [currentTask] : active
  // The task of a refused form may be on another tab, or may be withdrawn.
  const lost = answers.find(
    ({ to, ok }) =>
      !ok && /^(start|count) /.test(to) && !panels.some((task) => task && to.endsWith(` ${task.id}`)),
  )
  return (
    <AnswerContext value={answers}>
      <title>{words.screens.title}</title>
      {lost && <Notice kind="problem" text={lost.text} isAnswer />}
      <WaitingList refused />
      {tab === 'overview' && <Overview {...{ figures, currentTask, payNow, recent }} />}
      {tab === 'active' && <ActiveTasks tasks={active} />}
      {tab === 'completed' && <CompletedTasks tasks={completed} />}
      {tab === 'pay' && pay && <PayTab {...pay} typed={actionData?.ok === false ? actionData : undefined} />}
      <WaitingList />
      <TabBar open={tab} />
    </AnswerContext>
  )
}

function problemText(words: Words, { problem, isGone, isOffline, wait }: WorkerAnswer): string {
  if (wait) return words.work.tryLater({ count: wait })
  if (isGone) return words.queue.refused.gone
  if (isOffline) return words.screens.needsNetwork
  // These texts are loaded only on the pay tab.
  return (problem && words.wages?.wrongFields[problem]) || words.work.wrong
}

function ActiveTasks({ tasks }: { tasks: ShownTask[] }) {
  const words = useWords()
  return (
    <section className="worker-part">
      <h2>{words.work.activeTasks}</h2>
      {tasks.length === 0 && <Nothing title={words.work.noActive} more={words.work.noTasksMore} />}
      <ul className="panels">
        {tasks.map((task) => (
          <TaskPanel key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}

function CompletedTasks({ tasks }: { tasks: ShownTask[] }) {
  const words = useWords()
  return (
    <section className="worker-part panel">
      {tasks.length > 0 && <TaskRows title={words.work.completedTasks} tasks={tasks} withPhotos />}
      {tasks.length === 0 && <h2>{words.work.completedTasks}</h2>}
      {tasks.length === 0 && <Nothing title={words.work.noCompleted} />}
    </section>
  )
}

function TabBar({ open }: { open: WorkerTab }) {
  const words = useWords()
  const names: Record<WorkerTab, string> = {
    overview: words.work.overview,
    active: words.work.activeTasks,
    completed: words.work.completedTasks,
    pay: words.work.pay,
  }
  return (
    <nav className="worker-tabs" aria-label={words.work.tabs}>
      {WORKER_TABS.map((tab) => (
        <Link key={tab} to={tabPath(tab)} aria-current={tab === open ? 'page' : undefined}>
          <Icon name={ICONS[tab]} />
          {names[tab]}
        </Link>
      ))}
    </nav>
  )
}

type OverviewProps = Pick<Route.ComponentProps['loaderData'], 'figures' | 'currentTask' | 'payNow' | 'recent'>

function Overview({ figures, currentTask, payNow, recent }: OverviewProps) {
  const words = useWords()
  return (
    <>
      {currentTask && (
        <section className="worker-part">
          <h2 className="sr-only">{words.work.activeTasks}</h2>
          <ul className="panels">
            <TaskPanel task={currentTask} />
          </ul>
        </section>
      )}
      {payNow && <PayNowPanel now={payNow} />}
      <StatCards figures={figures} />
      <Performance figures={figures} />
      <section className="panel">
        {recent.length > 0 && <TaskRows title={words.work.recent} tasks={recent} />}
        {recent.length === 0 && <h2>{words.work.recent}</h2>}
        {recent.length === 0 && <Nothing title={words.work.noTasks} more={words.work.noTasksMore} />}
      </section>
    </>
  )
}

function figureCards(words: Words, figures: WorkerFigures) {
  const earnings = formatPrice(figures.totalEarnings)
  return [
    { name: words.work.totalTasks, value: String(figures.totalTasks), picture: 'work-box' },
    { name: words.work.completed, value: String(figures.completedTasks), picture: 'work-truck' },
    // Counts paid work. The week's earnings count approved work.
    { name: words.work.totalEarnings, value: earnings, picture: 'work-pay', note: words.work.paidSoFar },
    {
      name: words.work.completionRate,
      value: `${Math.round(figures.completionRate)}%`,
      picture: 'work-calendar',
    },
  ]
}

function StatCards({ figures }: { figures: WorkerFigures }) {
  const cards = figureCards(useWords(), figures)
  return (
    <dl className="stat-cards">
      {cards.map(({ name, value, picture, note }) => (
        <div key={name} className="panel">
          <dt>
            <img src={`/illustrations/${picture}.svg`} alt="" width="56" height="56" />
            {name}
          </dt>
          <dd>{value}</dd>
          {note && <dd className="stat-note">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Performance({ figures }: { figures: WorkerFigures }) {
  const words = useWords()
  const month = formatPrice(figures.monthEarnings)
  const rating =
    figures.rating === null ? words.work.noRating : words.work.ofFive({ rating: figures.rating.toFixed(1) })
  const facts: Fact[] = [
    { icon: phoneIcons.indianRupee, name: words.work.monthEarnings, value: month },
    { icon: 'star', name: words.work.rating, value: rating },
  ]
  const cards = figureCards(words, figures).map(
    ({ name, value, note }) => `${name}: ${value}${note ? `, ${note}` : ''}`,
  )
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.work.performance}</h2>
        <SayButton text={[...cards, ...spokenFacts(facts)]} />
      </div>
      <Facts facts={facts} />
    </section>
  )
}
