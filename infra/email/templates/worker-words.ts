import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Language } from '#shop/programme/worker.ts'

const en = {
  greeting: (name: string) => `Hello ${name},`,
  open: 'Open my tasks',
  assignedTitle: (task: string) => `A new task for you: ${task}`,
  deadlineTitle: (task: string) => `To be done soon: ${task}`,
  returnedTitle: (task: string) => `Please do this again: ${task}`,
  withdrawnTitle: (task: string) => `No longer to be done: ${task}`,
  withdrawn: 'This task was created by mistake and has been withdrawn. You don’t need to do anything.',
  paidTitle: (amount: string) => `${amount} has been paid to you`,
  answerTitle: 'An answer to your question',
  amount: (quantity: number, unit: string) => `How much: ${quantity} ${unit}`,
  pay: (amount: string) => `Pay: ${amount}`,
  until: (time: Date) => `To be done by: ${formatDayAndTime(time)}`,
  reason: (reason: string) => `Reason: ${reason}`,
  doAgain: 'The task is in progress again. Correct it and send a new photo.',
  reference: (number: string) => `Number of the transfer: ${number}`,
  confirm: 'Please confirm in your account that the money has reached you, or ask if something is wrong.',
  asked: (question: string) => `You asked: ${question}`,
  answer: (answer: string) => `Our answer: ${answer}`,
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
  until: (time) => `${hindiDayAndTime(time)} तक पूरा करें`,
  reason: (reason) => `वजह: ${reason}`,
  doAgain: 'काम ठीक करें और नई फ़ोटो भेजें।',
  reference: (number) => `लेन-देन नंबर: ${number}`,
  confirm: 'ऐप में "मेरी कमाई" खोलें और बताएँ कि पैसे मिल गए। कुछ गलत लगे तो वहीं पूछें।',
  asked: (question) => `आपने पूछा: ${question}`,
  answer: (answer) => `हमारा जवाब: ${answer}`,
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

/** What mails to workers say, in each language. */
export const WORKER_WORDS: Record<Language, Words> = { en, hi }
