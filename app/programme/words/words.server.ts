import type { Problems } from '#app/kit/form-fields.ts'
import {
  type CoordinatorRefusal,
  type CoordinatorTexts,
  type OtherTexts,
  type ProblemField,
  type Reader,
  readerOf,
  type TemplateLabels,
} from '#app/programme/words/words.ts'
import { rememberedLanguage } from '#app/request/cookies.server.ts'
import type { StaffCtx } from '#app/request/guards.server.ts'
import type { Language } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

type File = { words: CoordinatorTexts; other?: OtherTexts }

const FILES = import.meta.glob<File>('./texts/*.ts', { eager: true })

function fileOf(language: Language): File {
  const file = FILES[`./texts/${language}.ts`]
  if (!file) throw new Error(`app/programme/words/texts/${language}.ts is missing`)
  return file
}

/** The texts of the coordinator's pages in one language. */
export function coordinatorTextsIn(language: Language): CoordinatorTexts {
  return fileOf(language).words
}

type Part = keyof CoordinatorTexts

/** The groups of texts that every coordinator page needs: for the frame and for error messages. */
const FRAME_TEXTS: readonly Part[] = [
  'language',
  'sample',
  'optional',
  'none',
  'cancel',
  'frame',
  'offline',
  'groups',
]

/** Returns the texts of the frame and the groups that the page's handle names. All texts would be half of a page's bytes. */
export function pageTextsIn(language: Language, groups: readonly string[] = []): CoordinatorTexts {
  const texts = coordinatorTextsIn(language)
  return Object.fromEntries(
    [...FRAME_TEXTS, ...groups].map((group) => [group, texts[group as Part]]),
  ) as CoordinatorTexts
}

/** The translations of refusals, problems and labels into this language; null for English. */
export function otherTextsIn(language: Language): OtherTexts | null {
  return fileOf(language).other ?? null
}

/** Her language: as her worker's account says, or as this browser remembers. */
export async function coordinatorLanguage(
  { db, actor }: Pick<StaffCtx, 'db' | 'actor'>,
  request: Request,
): Promise<Language> {
  const worker = actor.isWorker ? await findWorker(db, actor.id) : null
  return worker?.language ?? rememberedLanguage(request) ?? 'en'
}

/** The language and words for the person who sent this request. */
export async function readerFor(ctx: Pick<StaffCtx, 'db' | 'actor'>, request: Request): Promise<Reader> {
  const language = await coordinatorLanguage(ctx, request)
  return readerOf(coordinatorTextsIn(language), language)
}

/** A refusal in her language; English where there are no words for it. */
export function refusalIn(language: Language, reason: keyof typeof REFUSALS): string {
  const texts: Partial<Record<string, string>> = otherTextsIn(language)?.refusals ?? {}
  return texts[reason satisfies CoordinatorRefusal | keyof typeof REFUSALS] ?? REFUSALS[reason].en
}

const COUNT = /^(share|copy)-/

/** Problems by field in her language: what each field needs. In English as the schemas say them. */
export function problemsInWords(language: Language, problems: Problems): Problems {
  const texts = otherTextsIn(language)?.problems
  if (!texts) return problems
  const wordsFor = (name: string) =>
    texts[(COUNT.test(name) ? 'count' : name === 'completionDeadline' ? 'deadline' : name) as ProblemField] ??
    texts.other
  return Object.fromEntries(Object.keys(problems).map((name) => [name, wordsFor(name)]))
}

/** The labels of a template's fields; null in English, which the fields have themselves. */
export function templateLabelsIn(language: Language): TemplateLabels | null {
  return otherTextsIn(language)?.fields ?? null
}
