import type { Language } from '#shop/programme/worker.ts'

const en = {
  title: 'Statement of pay',
  group: 'Group',
  opening: 'Owed when the month began',
  closing: 'Owed when the month ended',
  date: 'Date',
  what: 'Work',
  amount: 'Amount',
  earned: 'Earned',
  paid: 'Paid',
  reversed: 'Payment came back',
  reference: 'Reference',
  none: 'Nothing was earned or paid in this month.',
  made: 'Made on',
  page: 'Page',
}
type Words = typeof en

const hi: Words = {
  title: 'भुगतान विवरण',
  group: 'समूह',
  opening: 'महीने की शुरुआत में बकाया',
  closing: 'महीने के अंत में बकाया',
  date: 'तारीख',
  what: 'काम',
  amount: 'राशि',
  earned: 'कमाई',
  paid: 'भुगतान',
  reversed: 'भुगतान वापस आया',
  reference: 'नंबर',
  none: 'इस महीने में कोई कमाई या भुगतान नहीं हुआ।',
  made: 'बनाया गया',
  page: 'पृष्ठ',
}

export const STATEMENT_WORDS: Record<Language, Words> = { en, hi }
export type StatementWords = Words
