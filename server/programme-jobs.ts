import type { Email } from '#infra/email/mailer.ts'
import { approvalEmail, payQuestionEmail } from '#infra/email/templates/staff-emails.ts'
import {
  cardUsedEmail,
  deadlineEmail,
  paidEmail,
  payAnswerEmail,
  taskAssignedEmail,
  taskReturnedEmail,
  taskWithdrawnEmail,
  upiChangeEmail,
} from '#infra/email/templates/worker-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { ProgrammeMail } from '#shop/ctx.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { newsOff } from '#shop/programme/news.read.ts'
import type { NewsKind } from '#shop/programme/news.ts'
import { findPayment, findQuestion } from '#shop/programme/pay.read.ts'
import { findUsedCard } from '#shop/programme/sign-in.read.ts'
import type { TaskState } from '#shop/programme/task.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import { findChange } from '#shop/programme/upi-changes.read.ts'
import { applyUpiChanges } from '#shop/programme/upi-changes.ts'
import { announceDeadlines, remindOfDeadlines } from '#shop/programme/worker-news.ts'
import { findWorker } from '#shop/programme/workers.read.ts'

type Emails = { [Kind in ProgrammeMail]: (id: string) => Promise<Email | null> }

/** Sends emails of the programme. Drops emails that no longer apply. */
export function programmeJobs(deps: Dependencies) {
  const emails = emailsOf(deps)
  return {
    'programme-mail': async ({ kind, id }, job) => {
      const email = await emails[kind](id)
      if (email) await deps.mailer.send(email, job.id)
    },
    'programme-hourly': async () => {
      if (deps.settings.features.programme) await remindOfDeadlines(deps.ctxFor(VISITOR))
      await applyUpiChanges(deps.ctxFor(VISITOR))
    },
    'worker-deadlines': async () => {
      if (deps.settings.features.programme) await announceDeadlines(deps.ctxFor(VISITOR))
    },
  } satisfies Partial<Handlers>
}

function emailsOf({ db, settings }: Dependencies): Emails {
  const { brand, origin, adminEmail } = settings
  const shop = { brand, origin }
  const toWorker = async (userId: string) => (await findWorker(db, userId)) ?? null
  const findReader = async (userId: string, kind: NewsKind) =>
    (await newsOff(db, userId))?.includes(kind) ? null : toWorker(userId)
  const taskFor = async (id: string, kind: NewsKind, ...states: TaskState[]) => {
    const task = await findTask(db, id)
    const worker = task?.userId && states.includes(task.state) ? await findReader(task.userId, kind) : null
    return task && worker ? { task, worker, ...shop } : null
  }
  const writeIf = async <Facts>(facts: Facts | null, write: (facts: Facts) => Promise<Email>) =>
    facts ? write(facts) : null
  return {
    'task-assigned': async (id) => writeIf(await taskFor(id, 'new_task', 'pending'), taskAssignedEmail),
    'deadline-reminder': async (id) =>
      writeIf(await taskFor(id, 'due_tomorrow', 'pending', 'in_progress', 'returned'), deadlineEmail),
    'task-returned': async (id) => writeIf(await taskFor(id, 'do_again', 'returned'), taskReturnedEmail),
    'task-withdrawn': async (id) => writeIf(await taskFor(id, 'withdrawn', 'withdrawn'), taskWithdrawnEmail),
    'task-approval': async (id) => {
      const task = await findTask(db, id)
      return task?.state === 'pending_review' ? approvalEmail(task, { ...shop, to: adminEmail }) : null
    },
    'worker-paid': async (id) => {
      const payment = await findPayment(db, id)
      const worker = payment?.state === 'paid' ? await findReader(payment.userId, 'paid') : null
      return payment && worker ? paidEmail({ payment, worker, ...shop }) : null
    },
    'pay-question': async (id) => {
      const question = await findQuestion(db, id)
      return question ? payQuestionEmail(question, { ...shop, to: adminEmail }) : null
    },
    'pay-answer': async (id) => {
      const question = await findQuestion(db, id)
      const worker = question && (await toWorker(question.userId))
      return question && worker ? payAnswerEmail({ question, worker, ...shop }) : null
    },
    'upi-change': async (id) => {
      const change = await findChange(db, id)
      const worker = change && (await toWorker(change.userId))
      return change && worker ? upiChangeEmail({ change, worker, ...shop }) : null
    },
    'card-used': async (id) => {
      const card = await findUsedCard(db, id)
      const worker = card && (await toWorker(card.userId))
      return card && worker ? cardUsedEmail({ card, worker, ...shop }) : null
    },
  }
}
