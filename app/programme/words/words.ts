/** The programme's words, one file per language in `texts/`. A page gets the groups that its handle names. */
import { useReaderOf } from '#app/kit/work/reader.ts'
import type { ReaderOf, TranslationOf } from '#app/kit/work/translations.ts'
import type * as english from '#app/programme/words/texts/en.ts'
import {
  dayAndMonthIn,
  formatDay,
  formatDayAndTime,
  longDayIn,
  monthAndYearIn,
  timeIn,
} from '#shop/kernel/time.ts'
import type { PresetWords } from '#shop/programme/rejection.ts'
import { entryOf, type NameInBoth, taskNameIn, type UsualTask } from '#shop/programme/task-words.ts'
import type { TEMPLATE_FIELDS } from '#shop/programme/template-fields.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'
import type { REFUSALS } from '#shop/refusals.ts'

/** The texts of one language, with the same keys as the English texts. */
export type Texts = TranslationOf<typeof english>
export type Reader = ReaderOf<typeof english>
export type Words = Reader['words']
/** The invalid field of a worker's form, and its problem. */
export type WrongField = keyof Words['wages']['wrongFields']

export type TemplateLabels = Readonly<Record<keyof typeof TEMPLATE_FIELDS, { label: string; hint?: string }>>

/** Translations of English texts that other files define. */
export type Translations = {
  readonly refusals: Readonly<Partial<Record<keyof typeof REFUSALS, string>>>
  readonly problems: Readonly<Record<string, string> & { other: string }>
  readonly fields: TemplateLabels
  /** Names of usual tasks by their English name, for languages in which admins do not write tasks. */
  readonly usualTasks: Readonly<Record<UsualTask, string>>
  readonly reasons: PresetWords
}

/** Returns the open page's texts, and the reader's language. */
export function useReader(): Reader {
  return useReaderOf<typeof english>()
}

export function useWords(): Words {
  return useReader().words
}

/** Returns the names of the common types of work; a task may have another type. */
export function typeNames({ types: all }: Words): Readonly<Record<string, string>> {
  const { anything, ...types } = all
  return { ...types, other: anything }
}

type LocalizedText = { text: string; lang: Language }

/** Returns an admin's text with its language, for the `lang` attribute. */
export function localize(language: Language, text: string): LocalizedText {
  return { text, lang: /\p{Script=Devanagari}/u.test(text) ? writtenFor(language) : 'en' }
}

/** Returns a task's name for a reader: translated if it is a usual task, else as the admin wrote it. */
export function localTaskName(
  { usualTasks }: { usualTasks?: Readonly<Record<string, string>> },
  language: Language,
  task: NameInBoth,
): LocalizedText {
  const usual = usualTasks && entryOf(usualTasks, task.taskName)
  return usual ? { text: usual, lang: language } : localize(language, taskNameIn(writtenFor(language), task))
}

/** Returns formatters for dates, task names and amounts in the reader's language; in English the dashboard's. */
export function useFormats() {
  const { language, words } = useReader()
  const nameOf = (task: NameInBoth) => localTaskName(words as Partial<Translations>, language, task)
  return {
    /** Formats an amount of work: '3 boxes'. */
    amount: (count: number, unit: string) => amountOf(words.amounts, count, unit),
    day: (time: Date) => (language === 'en' ? formatDay(time) : longDayIn(language, time)),
    dayAndTime: (time: Date) =>
      language === 'en' ? formatDayAndTime(time) : `${longDayIn(language, time)}, ${timeIn(language, time)}`,
    nameOf,
    taskName: (task: NameInBoth) => nameOf(task).text,
    typeName: (type: string) => entryOf(typeNames(words), type) ?? type,
  }
}

/** Returns a formatter of days in Indian Standard Time: '24 November' or '24 नवंबर'. */
export function useDay(): (day: Date) => string {
  const { language } = useReader()
  return (day) => dayAndMonthIn(language, day)
}

/** Returns a formatter: 'November 2026'. */
export function useMonth(): (day: Date) => string {
  const { language } = useReader()
  return (day) => monthAndYearIn(language, day)
}

/** Formats an amount of work: '3 boxes'. An unknown unit is shown as the admin wrote it. */
export function amountOf({ units, anyUnit }: Words['amounts'], count: number, unit: string): string {
  const name = unit.trim().toLowerCase()
  if (!Object.hasOwn(units, name)) return anyUnit({ count, unit })
  return units[name as keyof typeof units]({ count })
}
