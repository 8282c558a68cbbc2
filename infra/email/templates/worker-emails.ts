/** To workers, in their language. */
import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame, oneLine } from '#infra/email/templates/layout.ts'
import { WORKER_WORDS } from '#infra/email/templates/worker-words.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import type { PayoutLine, PayQuestion } from '#shop/programme/pay.ts'
import { reasonFor } from '#shop/programme/rejection.ts'
import type { Task } from '#shop/programme/task.ts'
import { taskDescriptionIn, taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import type { Worker } from '#shop/programme/worker.ts'

type Around = { worker: Pick<Worker, 'fullName' | 'email' | 'language'>; brand: string; origin: string }
export type AboutTask = Around & { task: Task }
export type AboutPayment = Around & { payment: PayoutLine }
export type AboutQuestion = Around & { question: PayQuestion }

export function taskAssignedEmail({ task, ...around }: AboutTask): Promise<Email> {
  const words = WORKER_WORDS[around.worker.language]
  return letter(around, words.assignedTitle(nameOf(task, around)), factsOf(task, around))
}

export function deadlineEmail({ task, ...around }: AboutTask): Promise<Email> {
  const words = WORKER_WORDS[around.worker.language]
  return letter(around, words.deadlineTitle(nameOf(task, around)), factsOf(task, around))
}

export function taskReturnedEmail({ task, ...around }: AboutTask): Promise<Email> {
  const { language } = around.worker
  const words = WORKER_WORDS[language]
  const reason = words.reason(reasonFor(task, language) ?? '')
  return letter(around, words.returnedTitle(nameOf(task, around)), [reason, words.doAgain])
}

export function taskWithdrawnEmail({ task, ...around }: AboutTask): Promise<Email> {
  const words = WORKER_WORDS[around.worker.language]
  return letter(around, words.withdrawnTitle(nameOf(task, around)), [words.withdrawn])
}

export function paidEmail({ payment, ...around }: AboutPayment): Promise<Email> {
  const words = WORKER_WORDS[around.worker.language]
  const tasks = payment.tasks.map((task) => `${nameOf(task, around)}: ${formatPrice(task.amount)}`)
  const facts = [words.reference(payment.reference ?? ''), ...tasks, words.confirm]
  return letter(around, words.paidTitle(formatPrice(payment.amount)), facts)
}

export function payAnswerEmail({ question, ...around }: AboutQuestion): Promise<Email> {
  const words = WORKER_WORDS[around.worker.language]
  const lines = [words.asked(question.question), words.answer(question.answer ?? '')]
  return letter(around, words.answerTitle, lines)
}

function nameOf(task: Pick<Task, 'taskName' | 'taskNameHi'>, { worker }: Around): string {
  return oneLine(taskNameIn(worker.language, task))
}

function factsOf(task: Task, { worker: { language } }: Around): string[] {
  const words = WORKER_WORDS[language]
  const description = taskDescriptionIn(language, task)
  return [
    words.amount(task.quantity, unitIn(language, task.unit)),
    words.pay(formatPrice(task.paymentAmount)),
    words.until(task.completionDeadline),
    ...(description ? [description] : []),
  ]
}

async function letter({ worker, brand, origin }: Around, title: string, lines: string[]): Promise<Email> {
  const words = WORKER_WORDS[worker.language]
  const url = `${origin}/shg-worker-dashboard`
  const greeting = words.greeting(worker.fullName)
  const body = html`<p>${greeting}</p>
    ${lines.map((line) => html`<p style="white-space:pre-wrap">${line}</p>`)} ${button(url, words.open)}`
  return {
    to: worker.email,
    subject: title,
    text: `${[greeting, ...lines, `${words.open}: ${url}`].join('\n\n')}\n`,
    html: await frame(brand, title, body, worker.language),
  }
}
