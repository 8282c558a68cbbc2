/** Tasks in the worker's language: admins write English and, optionally, Hindi. */
import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** Suggested units with their Hindi plural. Other units appear as entered. */
export const UNITS: Readonly<Record<string, string>> = {
  packets: 'पैकेट',
  boxes: 'डिब्बे',
  jars: 'शीशियाँ',
  pieces: 'नग',
  kg: 'किलो',
  g: 'ग्राम',
}

/** Singulars of suggested units that differ from the plural. */
const ONE: Readonly<Record<WrittenLanguage, Readonly<Record<string, string>>>> = {
  en: { packets: 'packet', boxes: 'box', jars: 'jar', pieces: 'piece' },
  hi: { boxes: 'डिब्बा', jars: 'शीशी' },
}

/** Suggested names with their Hindi, which is also used for tasks without a Hindi name. */
export const USUAL_TASKS = {
  'Pack meal mix': 'मील मिक्स के पैकेट भरना',
  'Fill masala packets': 'मसाले के पैकेट भरना',
  'Pack hydration sticks': 'हाइड्रेशन स्टिक के डिब्बे भरना',
  'Stick labels on jars': 'शीशियों पर लेबल लगाना',
  'Clean millet': 'अनाज साफ़ करना',
  'Check seals': 'पैकेट ठीक से बंद हैं, यह जाँचना',
} as const satisfies Record<string, string>
export type UsualTask = keyof typeof USUAL_TASKS

export type NameInBoth = { taskName: string; taskNameHi: string }

/** Returns the table's entry, or undefined. Ignores inherited properties such as 'constructor'. */
export function entryOf(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Returns the English name if there is no Hindi. */
export function taskNameIn(language: WrittenLanguage, { taskName, taskNameHi }: NameInBoth): string {
  return language === 'hi' ? taskNameHi || (entryOf(USUAL_TASKS, taskName) ?? taskName) : taskName
}

export function taskDescriptionIn(
  language: WrittenLanguage,
  { taskDescription, taskDescriptionHi }: { taskDescription: string; taskDescriptionHi: string },
): string {
  return language === 'hi' ? taskDescriptionHi || taskDescription : taskDescription
}

/** Returns the unit of a count: 'boxes', 'डिब्बे', or 'डिब्बा' for 1; other units as entered. */
export function unitIn(language: WrittenLanguage, unit: string, count: number): string {
  const name = unit.trim().toLowerCase()
  const plural = language === 'hi' ? entryOf(UNITS, name) : undefined
  return (count === 1 ? entryOf(ONE[language], name) : undefined) ?? plural ?? unit
}

/** Suggested types; a task may have any other. */
export const TASK_TYPES = ['production', 'packing', 'quality', 'delivery', 'other'] as const

export const TASK_TYPE_NAMES: Record<string, string> = {
  production: 'Production',
  packing: 'Packing',
  quality: 'Quality check',
  delivery: 'Delivery',
  other: 'Other',
}

export function taskTypeName(type: string): string {
  return TASK_TYPE_NAMES[type] ?? type
}

export const TASK_STATE_NAMES = {
  pending: 'Pending',
  in_progress: 'In progress',
  returned: 'To be done again',
  pending_review: 'Pending review',
  approved: 'Approved, to be paid',
  paid: 'Paid',
  withdrawn: 'Withdrawn',
}

export const PHOTO_FLAG_NAMES = {
  same_photo: 'This photo was used before',
  similar_photo: 'Looks like a photo that was used before',
  very_fast: 'Finished in less than a quarter of the expected time',
}
