import type { Money } from '#shop/kernel/money.ts'

const UNITS = [
  ...'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen'.split(' '),
  ...'Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(' '),
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

/** Indian counting, largest first. */
const STEPS = [
  { size: 10_000_000, name: 'Crore' },
  { size: 100_000, name: 'Lakh' },
  { size: 1_000, name: 'Thousand' },
  { size: 100, name: 'Hundred' },
]

/** Returns 'One Lakh Twenty-Three Thousand Four Hundred Five'. */
export function numberInWords(number: number): string {
  if (number < 20) return UNITS[number] ?? ''
  if (number < 100) {
    const ten = TENS[Math.floor(number / 10)]
    return number % 10 === 0 ? `${ten}` : `${ten}-${UNITS[number % 10]}`
  }
  const step = STEPS.find(({ size }) => number >= size)
  if (!step) throw new RangeError(`not a whole number: ${number}`)
  const remainder = number % step.size
  const head = `${numberInWords(Math.floor(number / step.size))} ${step.name}`
  if (remainder === 0) return head
  return `${head} ${numberInWords(remainder)}`
}

/** Returns 'Rupees One Thousand Sixty and Eighty-Two Paise Only'. */
export function amountInWords(amount: Money): string {
  const rupees = `Rupees ${numberInWords(Math.floor(amount / 100))}`
  const paise = amount % 100
  return paise === 0 ? `${rupees} Only` : `${rupees} and ${numberInWords(paise)} Paise Only`
}
