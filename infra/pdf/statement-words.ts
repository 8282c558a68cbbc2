import type { WrittenLanguage } from '#shop/programme/worker.ts'

const en = {
  title: 'Statement of pay',
  group: 'Group',
  opening: 'Owed when the month began',
  closing: 'Owed when the month ended',
  earned: 'Earned',
  paid: 'Paid',
  reversed: 'Payment returned',
  reference: 'Reference',
  none: 'Nothing was earned or paid in this month.',
  made: 'Made on',
}
type Words = typeof en

const hi: Words = {
  title: 'महीने का हिसाब',
  group: 'समूह',
  opening: 'महीने के शुरू में मिलने बाकी',
  closing: 'महीने के आखिर में मिलने बाकी',
  earned: 'काम की कमाई',
  paid: 'पैसे भेजे',
  reversed: 'पैसे लौट आए',
  reference: 'लेन-देन नंबर',
  none: 'इस महीने न कोई कमाई हुई, न पैसे भेजे गए।',
  made: 'हिसाब बना',
}

export const STATEMENT_WORDS: Record<WrittenLanguage, Words> = { en, hi }
export type StatementWords = Words
