/** The words of the coordinator's pages. Each language is a file in `texts/`; a page gets one of them. */
import { createContext, useContext } from 'react'
import { type TranslationOf, type WordsOf, wordsOf } from '#app/kit/work/translations.ts'
import type { words as english } from '#app/programme/words/texts/en.ts'
import { formatDay, formatDayAndTime, longDayIn, timeIn } from '#shop/kernel/time.ts'
import type { PictureRefusal } from '#shop/pictures.ts'
import { taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import type { TEMPLATE_FIELDS } from '#shop/programme/template-fields.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'

export type CoordinatorTexts = TranslationOf<typeof english>
export type CoordinatorWords = WordsOf<typeof english>

/** Refusals of use cases that coordinators call; each has a translation. */
export type CoordinatorRefusal =
  | 'task_not_found'
  | 'own_task'
  | 'template_not_found'
  | 'template_changed'
  | 'too_many_templates'
  | 'pays_too_little'
  | 'pay_without_minutes'
  | 'too_much_pay'
  | 'too_much_pay_today'
  | 'task_pay_too_high'
  | 'nobody_chosen'
  | 'given_already'
  | 'worker_not_found'
  | 'group_not_found'
  | 'product_not_found'
  | 'deadline_passed'
  | 'deadline_too_far'
  | 'count_out_of_range'
  | 'task_not_in_review'
  | 'task_already_started'
  | 'news_not_found'
  | 'question_not_found'
  | 'question_answered'
  | 'worker_exists'
  | 'admin_by_email'
  | 'phone_missing'
  | 'phone_full'
  | 'phone_of_staff'
  | 'too_many_cards'
  | 'question_for_admins'
  | 'upi_change_over'
  | PictureRefusal['reason']
  | 'upi_change_not_found'

/** Fields whose problem has words of its own. */
export type ProblemField =
  | 'count'
  | 'deadline'
  | 'answer'
  | 'rating'
  | 'doneQuantity'
  | 'reason'
  | 'taskName'
  | 'unit'
  | 'payPerUnit'
  | 'minutesPerUnit'
  | 'groupId'
  | 'fullName'
  | 'phone'
  | 'other'

export type TemplateLabels = Readonly<Record<keyof typeof TEMPLATE_FIELDS, { label: string; hint?: string }>>

/** Translations of English texts that are defined elsewhere: refusals, problems of fields, labels of a template. */
export type OtherTexts = {
  readonly refusals: Readonly<Record<CoordinatorRefusal, string>>
  readonly problems: Readonly<Record<ProblemField, string>>
  readonly fields: TemplateLabels
}

export type Reader = {
  language: Language
  words: CoordinatorWords
}

/** The reader of pages whose texts are these. */
export function readerOf(texts: CoordinatorTexts, language: Language): Reader {
  return { language, words: wordsOf<typeof english>(texts, language) }
}

/** The frames of the desk and of coordinators provide it. */
export const ReaderContext = createContext<Reader | null>(null)

export function useReader(): Reader {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('the frame of this page provides no words')
  return reader
}

export function useWords(): CoordinatorWords {
  return useReader().words
}

/** The names of the common types of work; a task may have any other. */
export function typeNames({ types: all }: CoordinatorWords): Readonly<Record<string, string>> {
  const { anything, ...types } = all
  return { ...types, other: anything }
}

type Task = { taskName: string; taskNameHi: string }

/** Days and the words of tasks as the reader knows them; the desk's formats in English. */
export function useForms() {
  const { language, words } = useReader()
  const written = writtenFor(language)
  return {
    day: (time: Date) => (language === 'en' ? formatDay(time) : longDayIn(language, time)),
    dayAndTime: (time: Date) =>
      language === 'en' ? formatDayAndTime(time) : `${longDayIn(language, time)}, ${timeIn(language, time)}`,
    taskName: (task: Task) => taskNameIn(written, task),
    /** The names of a task, the reader's first. */
    taskNames: ({ taskName, taskNameHi }: Task) => {
      const english = { text: taskName, lang: 'en' }
      const hindi = { text: taskNameHi, lang: 'hi' }
      return (written === 'hi' ? [hindi, english] : [english, hindi]).filter(({ text }) => text !== '')
    },
    typeName: (type: string) => typeNames(words)[type] ?? type,
    unit: (unit: string) => unitIn(written, unit),
  }
}
