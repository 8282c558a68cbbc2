/** A draft: what an admin has typed into the form of a product and not published, complete or not. */
import { z } from 'zod'
import { isStorable } from '#shop/kernel/text.ts'

/** Drafts that nobody has saved for so long are deleted. */
export const DRAFT_DAYS = 90
/** The most drafts that one person has begun and not published. */
export const MAX_DRAFTS = 50
/** Of a draft's content as JSON: every field at its longest, in Hindi, is less. */
export const MAX_DRAFT_BYTES = 400_000

const typed = (max: number) =>
  z
    .string()
    .max(max, 'This is too long to be saved')
    .refine(isStorable, 'Some of these characters can’t be saved')

/** Texts as typed, by the name of the form's field. They may break the rules of a product, which publishing checks. */
export const draftContent = z.object({
  texts: z
    .record(z.string().regex(/^[a-z_]{1,40}$/), typed(60_000))
    .refine((texts) => Object.keys(texts).length <= 80, 'These are too many fields'),
  pictures: z.array(z.object({ url: typed(500), alt: typed(1000) })).max(60, 'These are too many pictures'),
  stockReason: typed(40),
  stockNote: typed(1000),
})
export type DraftContent = z.output<typeof draftContent>

/** The state of the product that a draft is based on; both null for a new product. */
export type DraftBase = { productVersion: number | null; stockShown: number | null }

export type SavedDraft = DraftBase & {
  id: string
  /** Incremented by each save, from 1. */
  version: number
  /** Null for a new product. */
  productId: string | null
  content: DraftContent
  /** Null when the account was closed. */
  savedBy: string | null
  savedAt: Date
}

/** A draft in a list. */
export type ListedDraft = Pick<SavedDraft, 'id' | 'version' | 'productId' | 'savedBy' | 'savedAt'> & {
  /** As typed; '' while it has none. */
  name: string
  /** The name of the product in the shop; null for a new one. */
  productName: string | null
}

/** The draft that a form shows, at its version. */
export type DraftRef = { id: string; version: number }

/** Another admin has saved the draft since the given version was read. */
export type DraftConflict = { ok: false; reason: 'draft_conflict'; by: string | null; at: Date }

export type DraftGone = { ok: false; reason: 'draft_not_found' }
