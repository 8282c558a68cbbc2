import type { Email } from '#infra/email/mailer.ts'
import { letter, oneLine } from '#infra/email/templates/layout.ts'
import type { Alert } from '#shop/audit/alert.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Order, OrderEvent } from '#shop/orders/order.ts'
import type { PayQuestion } from '#shop/programme/pay.read.ts'
import type { Task } from '#shop/programme/task.ts'
import { PHOTO_FLAG_NAMES } from '#shop/programme/task-words.ts'

type To = { to: string; brand: string; origin: string }

/** Warns an owner of possible misuse. */
export function auditAlertEmail(alert: Alert, { to, brand, origin }: To): Promise<Email> {
  const actor = oneLine(alert.actorName ?? 'The program')
  const person = oneLine(alert.personName ?? 'an account')
  const { title, line, advice } = {
    device: {
      title: `${actor} signed in on a new device`,
      line: `${actor} signed in on a device that has not been used with this account before.`,
      advice: `Ask ${actor} whether it was them. If not, remove the role and let them choose a new password.`,
    },
    roles: {
      title: `The roles of ${person} were changed`,
      line: `${actor} changed what ${person} may do in the shop.`,
      advice: 'If this was not agreed, remove the role.',
    },
    settings: {
      title: `${actor} changed settings of the shop`,
      line: 'The shop follows them already.',
      advice: 'If this was not agreed, set them back, and check the refunds and payouts made since.',
    },
    refusals: {
      title: `${actor} was refused ${alert.refusals} times in an hour`,
      line: `${alert.refusals} pages or sign-ins of ${actor} were refused within an hour.`,
      advice: `Ask ${actor} what happened. Somebody else may be using the account.`,
    },
    export: {
      title: `${actor} exported personal data`,
      line: `${actor} downloaded the list “${oneLine(alert.list)}”, which names people.`,
      advice: 'If there was no reason for it, ask where the file is now.',
    },
    moved: {
      title: 'An encrypted text in the database does not belong to its row',
      line: `A text about ${person} was refused: it was copied from another row, changed, or written without the shop. Pages show it as unreadable.`,
      advice:
        'Make no payout until the database administrator has found out who changed it. Then enter the text again.',
    },
    webhook: {
      title: 'A webhook was switched off',
      line: 'Another system no longer gets events of the shop: it failed for three days, or asked for no more.',
      advice:
        'Tell the people who run it. When it works again, switch it on under Webhooks: messages of the last 30 days that wait are sent then.',
    },
  }[alert.kind]
  const facts = [
    `When: ${formatDayAndTime(alert.at)}`,
    ...alert.changes.map(({ field, before: earlier, after }) =>
      oneLine(`${field}: ${earlier || 'none'} → ${after || 'none'}`),
    ),
    ...(alert.device ? [`Device: ${alert.device}`] : []),
    ...(alert.network ? [`Network: ${alert.network}`] : []),
  ]
  const link = { url: `${origin}/admin/dashboard/audit`, label: 'Open the audit log' }
  return letter({ to, brand, title, lines: [line, facts.join('\n'), advice], link })
}

export function approvalEmail(task: Task, { to, brand, origin }: To): Promise<Email> {
  const name = oneLine(task.taskName)
  const facts = [
    `Worker: ${task.worker?.fullName ?? ''}`,
    `Task: ${name}, ${task.quantity} ${task.unit}, ${formatPrice(task.paymentAmount)}`,
    `Sent: ${task.submissionDate ? formatDayAndTime(task.submissionDate) : ''}`,
    ...(task.photo?.flags ?? []).map((flag) => `Look twice: ${PHOTO_FLAG_NAMES[flag]}`),
  ]
  const link = { url: `${origin}/admin/dashboard/task-approvals`, label: 'Review the photo' }
  return letter({ to, brand, title: `To approve: ${name}`, lines: [facts.join('\n')], link })
}

export function payQuestionEmail(question: PayQuestion, { to, brand, origin }: To): Promise<Email> {
  const title = `A question about pay from ${oneLine(question.workerName)}`
  const about = question.payoutNumber
    ? `About payout ${question.payoutNumber}.`
    : 'Not about a particular payout.'
  const link = { url: `${origin}/admin/dashboard/payouts#questions`, label: 'Answer it' }
  return letter({ to, brand, title, lines: [about, question.question], link })
}

const REQUEST_NAMES: Partial<Record<OrderEvent['kind'], string>> = {
  cancellation_requested: 'a cancellation',
  refund_requested: 'a refund',
  replacement_requested: 'a replacement',
}

/** Returns null for events that are no customer's request. */
export async function orderRequestEmail(
  order: Order,
  event: OrderEvent,
  { brand, origin, support }: { brand: string; origin: string; support: string },
): Promise<Email | null> {
  const request = REQUEST_NAMES[event.kind]
  if (!request) return null
  const subject = `Order ${shortId(order.id)} needs a decision on ${request}`
  const line = `A customer asks for ${request} of order ${shortId(order.id)}.`
  const link = { url: `${origin}/admin/dashboard/orders/${order.id}`, label: 'Review' }
  return letter({
    ...{ to: support, brand, title: subject, link },
    lines: [line, ...(event.note ? [event.note] : [])],
  })
}
