import type { Email } from '#infra/email/mailer.ts'
import { letter, oneLine } from '#infra/email/templates/layout.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { PayQuestion } from '#shop/programme/pay.read.ts'
import type { PayoutLine } from '#shop/programme/pay.ts'
import { PRESET_WORDS, reasonFor } from '#shop/programme/rejection.ts'
import type { Task } from '#shop/programme/task.ts'
import { taskDescriptionIn, taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import { type Worker, type WrittenLanguage, writtenFor } from '#shop/programme/worker.ts'

type Target = { worker: Pick<Worker, 'fullName' | 'email' | 'language'>; brand: string; origin: string }
type AboutTask = Target & { task: Task }
type AboutUpi = Target & { change: { oldUpiId: string | null; newUpiId: string | null; countsFrom: Date } }
type AboutCard = Target & { card: { usedAt: Date; issuedByName: string | null } }

export function taskAssignedEmail({ task, ...target }: AboutTask): Promise<Email> {
  const words = wordsFor(target)
  return email(target, words.assignedTitle(nameOf(task, target)), factsOf(task, target))
}

export function deadlineEmail({ task, ...target }: AboutTask): Promise<Email> {
  const words = wordsFor(target)
  return email(target, words.deadlineTitle(nameOf(task, target)), factsOf(task, target))
}

export function taskReturnedEmail({ task, ...target }: AboutTask): Promise<Email> {
  const language = writtenFor(target.worker.language)
  const words = wordsFor(target)
  const reason = words.reason(reasonFor(task, PRESET_WORDS[language]) ?? '')
  return email(target, words.returnedTitle(nameOf(task, target)), [reason, words.doAgain])
}

export function taskWithdrawnEmail({ task, ...target }: AboutTask): Promise<Email> {
  const words = wordsFor(target)
  return email(target, words.withdrawnTitle(nameOf(task, target)), [words.withdrawn])
}

export function paidEmail({ payment, ...target }: Target & { payment: PayoutLine }): Promise<Email> {
  const words = wordsFor(target)
  const tasks = payment.tasks.map((task) => `${nameOf(task, target)}: ${formatPrice(task.amount)}`)
  const facts = [words.reference(payment.reference ?? ''), ...tasks, words.confirm]
  return email(target, words.paidTitle(formatPrice(payment.amount)), facts)
}

export function payAnswerEmail({ question, ...target }: Target & { question: PayQuestion }): Promise<Email> {
  const words = wordsFor(target)
  const lines = [words.yourQuestion(question.question), words.answer(question.answer ?? '')]
  return email(target, words.answerTitle, lines)
}

export function upiChangeEmail({ change, ...target }: AboutUpi): Promise<Email> {
  const words = wordsFor(target)
  const { oldUpiId, newUpiId, countsFrom } = change
  const lines = [words.upiFrom(countsFrom), words.upiOld(oldUpiId), words.upiNew(newUpiId), words.upiNotYou]
  return email(target, words.upiTitle, lines)
}

export function cardUsedEmail({ card, ...target }: AboutCard): Promise<Email> {
  const words = wordsFor(target)
  const lines = [words.cardUsed(card.usedAt), words.cardMadeBy(card.issuedByName), words.cardNotYou]
  return email(target, words.cardTitle, lines)
}

function nameOf(task: Pick<Task, 'taskName' | 'taskNameHi'>, { worker }: Target): string {
  return oneLine(taskNameIn(writtenFor(worker.language), task))
}

function factsOf(task: Task, target: Target): string[] {
  const words = wordsFor(target)
  const language = writtenFor(target.worker.language)
  const description = taskDescriptionIn(language, task)
  return [
    words.amount(task.quantity, unitIn(language, task.unit, task.quantity)),
    words.pay(formatPrice(task.paymentAmount)),
    words.dueBy(task.completionDeadline),
    ...(description ? [description] : []),
  ]
}

function wordsFor({ worker }: Target): Words {
  return WORKER_WORDS[writtenFor(worker.language)]
}

function email(target: Target, title: string, lines: string[]): Promise<Email> {
  const { worker, brand, origin } = target
  const words = wordsFor(target)
  return letter({
    ...{ to: worker.email, brand, title, language: writtenFor(worker.language) },
    lines: [words.greeting(worker.fullName), ...lines],
    link: { url: `${origin}/shg-worker-dashboard`, label: words.open },
  })
}

const en = {
  greeting: (name: string) => `Hello ${name},`,
  open: 'Open my tasks',
  assignedTitle: (task: string) => `A new task for you: ${task}`,
  deadlineTitle: (task: string) => `To be done soon: ${task}`,
  returnedTitle: (task: string) => `Please do this again: ${task}`,
  withdrawnTitle: (task: string) => `No longer needed: ${task}`,
  withdrawn: 'This task was created by mistake and has been withdrawn. You don’t need to do anything.',
  paidTitle: (amount: string) => `${amount} has been paid to you`,
  answerTitle: 'An answer to your question',
  amount: (quantity: number, unit: string) => `How much: ${quantity} ${unit}`,
  pay: (amount: string) => `Pay: ${amount}`,
  dueBy: (time: Date) => `To be done by: ${formatDayAndTime(time)}`,
  reason: (reason: string) => `Reason: ${reason}`,
  doAgain: 'The task is in progress again. Correct it and send a new photo.',
  reference: (number: string) => `Transfer number: ${number}`,
  confirm: 'Please confirm in your account that the money has reached you, or ask if something is wrong.',
  yourQuestion: (question: string) => `You asked: ${question}`,
  answer: (answer: string) => `Our answer: ${answer}`,
  upiTitle: 'The UPI ID for your pay is being changed',
  upiFrom: (time: Date) => `The new UPI ID counts from ${formatDayAndTime(time)}.`,
  upiOld: (upi: string | null) => `Until then your pay goes to: ${upi ?? 'no UPI ID'}`,
  upiNew: (upi: string | null) => `Afterwards it goes to: ${upi ?? 'no UPI ID'}`,
  cardTitle: 'A card was used for your account',
  cardUsed: (time: Date) =>
    `On ${formatDayAndTime(time)} somebody chose a PIN for your account with a card. Your phones were signed out.`,
  cardMadeBy: (name: string | null) => `The card was made by: ${name ?? 'a closed account'}`,
  cardNotYou:
    'Was it not you? Sign in with your email address, check the UPI ID in My pay, and answer this email or call the shop, not the person who made the card.',
  upiNotYou: 'Was it not you? Open My pay, stop the change, and tell your coordinator.',
}
type Words = typeof en

const hi: Words = {
  greeting: (name) => `नमस्ते ${name} जी,`,
  open: 'मेरे काम खोलें',
  assignedTitle: (task) => `आपके लिए नया काम: ${task}`,
  deadlineTitle: (task) => `जल्दी पूरा करें: ${task}`,
  returnedTitle: (task) => `यह काम दोबारा करें: ${task}`,
  withdrawnTitle: (task) => `यह काम अब नहीं करना है: ${task}`,
  withdrawn: 'यह काम गलती से भेज दिया गया था, अब रद्द है। इसे नहीं करना है।',
  paidTitle: (amount) => `आपको ${amount} भेज दिए हैं`,
  answerTitle: 'आपके सवाल का जवाब',
  amount: (quantity, unit) => `कितना काम: ${quantity} ${unit}`,
  pay: (amount) => `${amount} मिलेंगे`,
  dueBy: (time) => `${hindiDayAndTime(time)} तक पूरा करें`,
  reason: (reason) => `वजह: ${reason}`,
  doAgain: 'काम ठीक करें और नई फ़ोटो भेजें।',
  reference: (number) => `लेन-देन नंबर: ${number}`,
  confirm: 'ऐप में "मेरी कमाई" खोलें और बताएँ कि पैसे मिल गए। कुछ गलत लगे तो वहीं पूछें।',
  yourQuestion: (question) => `आपने पूछा: ${question}`,
  answer: (answer) => `हमारा जवाब: ${answer}`,
  upiTitle: 'आपके पैसों की UPI आईडी बदली जा रही है',
  upiFrom: (time) => `नई UPI आईडी ${hindiDayAndTime(time)} से चालू होगी।`,
  upiOld: (upi) => `तब तक पैसे यहाँ आएँगे: ${upi ?? 'कोई UPI आईडी नहीं'}`,
  upiNew: (upi) => `उसके बाद यहाँ: ${upi ?? 'कोई UPI आईडी नहीं'}`,
  cardTitle: 'आपके खाते के लिए कार्ड इस्तेमाल हुआ',
  cardUsed: (time) =>
    `${hindiDayAndTime(time)} को किसी ने कार्ड से आपके खाते का नया पिन बनाया। आपके फ़ोन लॉग आउट हो गए हैं।`,
  cardMadeBy: (name) => `कार्ड इन्होंने बनाया: ${name ?? 'बंद खाता'}`,
  cardNotYou:
    'यह आपने नहीं किया? अपने ईमेल से लॉग इन करें, "मेरी कमाई" में UPI आईडी देखें, और दुकान को बताएँ। जिन्होंने कार्ड बनाया, सिर्फ़ उन्हें बताना काफ़ी नहीं है।',
  upiNotYou: 'यह आपने नहीं किया? "मेरी कमाई" खोलें, बदलाव रोकें और अपने कोऑर्डिनेटर को बताएँ।',
}

const hindiParts = new Intl.DateTimeFormat('hi-IN-u-nu-latn', {
  timeZone: 'Asia/Kolkata',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** 'सोमवार, 30 नवंबर, शाम 6 बजे', in Indian Standard Time. */
function hindiDayAndTime(time: Date): string {
  const parts = Object.fromEntries(hindiParts.formatToParts(time).map(({ type, value }) => [type, value]))
  const hour = Number(parts.hour)
  const clock = `${hour % 12 || 12}${parts.minute === '00' ? '' : `:${parts.minute}`}`
  return `${parts.weekday}, ${parts.day} ${parts.month}, ${partOfDay(hour)} ${clock} बजे`
}

function partOfDay(hour: number): string {
  if (hour < 4 || hour >= 20) return 'रात'
  if (hour < 12) return 'सुबह'
  return hour < 16 ? 'दोपहर' : 'शाम'
}

export const WORKER_WORDS: Record<WrittenLanguage, Words> = { en, hi }
