import type { Language } from '#shop/programme/worker.ts'

const en = {
  greeting: (name: string) => `Hello ${name},`,
  open: 'Open my tasks',
  assignedTitle: (task: string) => `A new task for you: ${task}`,
  deadlineTitle: (task: string) => `To be done soon: ${task}`,
  returnedTitle: (task: string) => `Please do this again: ${task}`,
  withdrawnTitle: (task: string) => `No longer to be done: ${task}`,
  withdrawn: 'This task was created by mistake and has been withdrawn. You need do nothing.',
  paidTitle: (amount: string) => `${amount} has been paid to you`,
  answerTitle: 'An answer to your question',
  amount: (quantity: number, unit: string) => `How much: ${quantity} ${unit}`,
  pay: (amount: string) => `Pay: ${amount}`,
  until: (time: string) => `To be done by: ${time}`,
  reason: (reason: string) => `Reason: ${reason}`,
  doAgain: 'The task is in progress again. Correct it and send a new photo.',
  reference: (number: string) => `Number of the transfer: ${number}`,
  confirm: 'Please confirm in your account that the money has reached you, or ask if something is wrong.',
  asked: (question: string) => `You asked: ${question}`,
}
type Words = typeof en

const hi: Words = {
  greeting: (name) => `नमस्ते ${name},`,
  open: 'मेरे काम खोलें',
  assignedTitle: (task) => `आपके लिए नया काम: ${task}`,
  deadlineTitle: (task) => `जल्द पूरा करना है: ${task}`,
  returnedTitle: (task) => `कृपया यह काम दोबारा करें: ${task}`,
  withdrawnTitle: (task) => `यह काम अब नहीं करना है: ${task}`,
  withdrawn: 'यह काम गलती से बन गया था और वापस ले लिया गया है। आपको कुछ नहीं करना है।',
  paidTitle: (amount) => `आपको ${amount} का भुगतान किया गया है`,
  answerTitle: 'आपके सवाल का जवाब',
  amount: (quantity, unit) => `कितना: ${quantity} ${unit}`,
  pay: (amount) => `भुगतान: ${amount}`,
  until: (time) => `कब तक पूरा करना है: ${time}`,
  reason: (reason) => `कारण: ${reason}`,
  doAgain: 'काम फिर से चालू है। इसे ठीक करें और नई फ़ोटो भेजें।',
  reference: (number) => `भुगतान का नंबर: ${number}`,
  confirm: 'कृपया अपने खाते में बताएँ कि पैसे मिल गए हैं, या कुछ गलत हो तो पूछें।',
  asked: (question) => `आपने पूछा: ${question}`,
}

/** What mails to workers say, in each language. */
export const WORKER_WORDS: Record<Language, Words> = { en, hi }
