/** The words of a pay sheet on the page, in the PDF and in the workbook. */
import type { WrittenLanguage } from '#shop/programme/worker.ts'

const en = {
  title: 'Pay sheet',
  group: 'Self-help group',
  noGroup: 'Work in no group',
  month: 'Month',
  made: 'Made on',
  number: 'No.',
  name: 'Member',
  particulars: 'Particulars of work',
  quantity: 'Quantity',
  unit: 'Unit',
  rate: 'Rate',
  amount: 'Amount',
  confirmed: 'Confirmed',
  confirmedBy: 'Confirmed by',
  closedAccount: 'A closed account',
  signature: 'Signature or thumb impression',
  totalOf: (name: string) => `Total of ${name}`,
  total: 'Total of the group',
  opening: 'Owed before',
  earned: 'Earned',
  paid: 'Paid',
  reversed: 'Returned',
  closing: 'Owed at the end',
  sums: 'Earned and paid, by member',
  payments: 'Transfers of the month',
  payout: 'Payout',
  reference: 'Reference',
  kind: 'Type',
  day: 'Day',
  none: 'No work was confirmed in this month.',
  rateNote:
    'The amount was agreed for the whole task. The rate is the amount by the quantity, rounded to the paisa.',
  president: 'President of the group',
  secretary: 'Secretary of the group',
  forShop: (brand: string) => `For ${brand}`,
}
export type PaySheetWords = typeof en

const hi: PaySheetWords = {
  title: 'भुगतान पत्रक',
  group: 'स्वयं सहायता समूह',
  noGroup: 'बिना समूह का काम',
  month: 'महीना',
  made: 'बनाने की तारीख',
  number: 'क्र.',
  name: 'सदस्य का नाम',
  particulars: 'काम का विवरण',
  quantity: 'मात्रा',
  unit: 'इकाई',
  rate: 'दर',
  amount: 'राशि',
  confirmed: 'काम पास होने की तारीख',
  confirmedBy: 'किसने पास किया',
  closedAccount: 'बंद खाता',
  signature: 'हस्ताक्षर या अँगूठे का निशान',
  totalOf: (name) => `${name}: कुल`,
  total: 'समूह का कुल',
  opening: 'पहले से बाकी',
  earned: 'काम की कमाई',
  paid: 'पैसे भेजे',
  reversed: 'पैसे लौट आए',
  closing: 'आखिर में बाकी',
  sums: 'हर सदस्य की कमाई और भुगतान',
  payments: 'इस महीने के लेन-देन',
  payout: 'भुगतान नंबर',
  reference: 'लेन-देन नंबर',
  kind: 'विवरण',
  day: 'तारीख',
  none: 'इस महीने कोई काम पास नहीं हुआ।',
  rateNote: 'राशि पूरे काम के लिए तय हुई थी। दर = राशि ÷ मात्रा, पैसे तक पूर्णांकित।',
  president: 'समूह की अध्यक्ष',
  secretary: 'समूह की सचिव',
  forShop: (brand) => `${brand} की ओर से`,
}

const WORDS: Record<WrittenLanguage, PaySheetWords> = { en, hi }

export function paySheetWords(language: WrittenLanguage): PaySheetWords {
  return WORDS[language]
}
