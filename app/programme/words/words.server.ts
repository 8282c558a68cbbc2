import { redirect } from 'react-router'
import type { z } from 'zod'
import type { Problems } from '#app/kit/form-fields.ts'
import { readerOf } from '#app/kit/work/translations.ts'
import * as en from '#app/programme/words/texts/en.ts'
import * as hi from '#app/programme/words/texts/hi.ts'
import * as mr from '#app/programme/words/texts/mr.ts'
import {
  localTaskName,
  type Reader,
  type TemplateLabels,
  type Texts,
  type Translations,
} from '#app/programme/words/words.ts'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import type { StaffCtx } from '#app/request/guards.server.ts'
import { accountLanguage } from '#app/request/reader-language.server.ts'
import type { Result } from '#shop/kernel/result.ts'
import { PRESET_WORDS, type PresetWords } from '#shop/programme/rejection.ts'
import type { NameInBoth } from '#shop/programme/task-words.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'
import { REFUSALS } from '#shop/refusals.ts'

export const TEXTS: Record<Language, Texts & Partial<Translations>> = { en, hi, mr }

export function readerIn(language: Language): Reader {
  return readerOf({ texts: TEXTS[language], language })
}

/** Returns the language and texts for the person who sent this request. */
export async function readerFor(ctx: Pick<StaffCtx, 'db' | 'actor'>, request: Request): Promise<Reader> {
  return readerIn(await accountLanguage(ctx, request))
}

/** Returns a refusal's text in this language, or in English if it is not translated. */
export function refusalIn(language: Language, reason: keyof typeof REFUSALS): string {
  return TEXTS[language].refusals?.[reason] ?? REFUSALS[reason].en
}

const COUNT = /^(share|copy)-/

/** Translates problems by field. English problems stay as the schemas wrote them. */
export function problemsInWords(language: Language, problems: Problems): Problems {
  const texts = TEXTS[language].problems
  if (!texts) return problems
  const wordsFor = (name: string) =>
    texts[COUNT.test(name) ? 'count' : name === 'completionDeadline' ? 'deadline' : name] ?? texts.other
  return Object.fromEntries(Object.keys(problems).map((name) => [name, wordsFor(name)]))
}

/** Returns the labels of a template's fields. Null for English, because the fields contain these labels. */
export function templateLabelsIn(language: Language): TemplateLabels | null {
  return TEXTS[language].fields ?? null
}

type Change<Input> = {
  make: (input: Input) => Promise<Result<unknown, { ok: false; reason: keyof typeof REFUSALS }>>
  /** The path to redirect to. */
  next: (input: Input) => string
}

/** Reads a form and runs its change. Problems and refusals are in the reader's language. */
export async function answerForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { make, next }: Change<z.output<Schema>>,
  { language }: Pick<Reader, 'language'> = { language: 'en' },
) {
  const { form, fields } = await readFormFields(request, schema)
  if (!fields.ok) return invalid({ ...fields, problems: problemsInWords(language, fields.problems) })
  const result = await make(fields.value)
  if (!result.ok) return refusedBy(result, form, refusalIn(language, result.reason))
  return redirect(next(fields.value), 303)
}

/** Returns the preset reasons of rejections in a language. */
export function reasonsIn(language: Language): PresetWords {
  return TEXTS[language].reasons ?? PRESET_WORDS[writtenFor(language)]
}

/** Returns a task's name for a reader, with its language. */
export function taskNameFor(language: Language, task: NameInBoth) {
  return localTaskName(TEXTS[language], language, task)
}
