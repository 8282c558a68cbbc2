import type { Nutrient } from '#shop/catalogue/product-fields.ts'

/**
 * One day's intake of an adult man doing sedentary work: ICMR-NIN, Nutrient Requirements for Indians, 2020 (RDA).
 * Potassium is the report's adequate intake; sodium is its upper limit, not a goal.
 */
export const DAILY_VALUES = {
  'Vitamin A': { amount: 1000, unit: 'µg' },
  'Vitamin B6': { amount: 1.9, unit: 'mg' },
  'Vitamin C': { amount: 80, unit: 'mg' },
  Thiamine: { amount: 1.4, unit: 'mg' },
  Niacin: { amount: 14, unit: 'mg' },
  Folate: { amount: 300, unit: 'µg' },
  Calcium: { amount: 1000, unit: 'mg' },
  Iron: { amount: 19, unit: 'mg' },
  Magnesium: { amount: 440, unit: 'mg' },
  Zinc: { amount: 17, unit: 'mg' },
  Potassium: { amount: 3500, unit: 'mg' },
  Sodium: { amount: 2000, unit: 'mg' },
} as const

/** The same source's protein allowance in grams, the base of the protein claim. */
export const DAILY_PROTEIN = 54

type Name = keyof typeof DAILY_VALUES

/** Returns amounts per serving, each in its nutrient's unit and in rounded percent of the daily value. */
export function nutrients(amounts: Partial<Record<Name, number>>): Nutrient[] {
  return (Object.entries(amounts) as [Name, number][]).map(([name, amount]) => ({
    name,
    amount: `${amount} ${DAILY_VALUES[name].unit}`,
    dailyValue: Math.round((amount / DAILY_VALUES[name].amount) * 100),
  }))
}
