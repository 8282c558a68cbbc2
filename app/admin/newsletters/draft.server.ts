import { data, redirectDocument } from 'react-router'
import type { DraftAnswer } from '#app/admin/newsletters/draft-form.tsx'
import type { Preview } from '#app/admin/newsletters/preview.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { differences, type Texts, textsOf } from '#app/desk/record-texts.ts'
import { readFields, textOf, typedValues } from '#app/kit/form-fields.ts'
import { orNotFound, type StaffCtx } from '#app/request/guards.server.ts'
import { newsletterEmail } from '#infra/email/templates/newsletter-email.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { createNewsletter, updateNewsletter } from '#shop/newsletters/manage-newsletter.ts'
import type { Newsletter } from '#shop/newsletters/newsletter.ts'
import { NEWSLETTER_FIELDS, newsletterInput } from '#shop/newsletters/newsletter-fields.ts'
import { findNewsletter } from '#shop/newsletters/newsletters.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

export function draftAnswer(
  answer: Omit<DraftAnswer, 'ok' | 'problems' | 'conflict'> & Partial<DraftAnswer>,
  status: number,
) {
  return data<DraftAnswer>({ problems: {}, conflict: null, ...answer, ok: false }, { status })
}

const NOT_SAVED = 'The draft was not saved'
const DELETED =
  'Another admin has deleted this draft, so it was not saved. What you typed is below, and can be saved as a new draft.'

/**
 * Redirects to a newsletter's page, with the notice that `done` names. The page frames an email, whose inline styles
 * only the CSP header of a new document allows.
 */
export function redirectToNewsletter(id: string, done: string): Response {
  return redirectDocument(`${NEWSLETTERS}/${id}?done=${done}`, 303)
}

export async function addDraft(ctx: StaffCtx, form: FormData) {
  const fields = readFields(newsletterInput, form)
  if (!fields.ok) {
    const { problems, values } = fields
    return draftAnswer({ message: NOT_SAVED, problems, values, seenAt: null }, 422)
  }
  const created = await createNewsletter(ctx, fields.value)
  if (!created.ok) throw data(null, { status: 403 })
  return redirectToNewsletter(created.value.id, 'saved')
}

/**
 * Saves a draft, unless another admin has changed it in the meantime. Returns the saved newsletter, or the response.
 */
export async function saveDraft(
  ctx: StaffCtx,
  form: FormData,
  newsletterId: string,
): Promise<{ saved: Newsletter } | { answer: ReturnType<typeof draftAnswer> }> {
  const values = typedValues(form)
  const seenAt = Number(textOf(form, 'seenAt')) || 0
  const fields = readFields(newsletterInput, form)
  if (!fields.ok)
    return { answer: draftAnswer({ message: NOT_SAVED, problems: fields.problems, values, seenAt }, 422) }
  const saved = await updateNewsletter(ctx, { ...fields.value, newsletterId, seenAt: new Date(seenAt) })
  if (saved.ok) return { saved: saved.value }
  if (saved.reason === 'newsletter_changed') return { answer: await conflictOf(ctx, newsletterId, values) }
  const { status, en: message } = REFUSALS[saved.reason]
  if (saved.reason === 'newsletter_not_found') {
    return { answer: draftAnswer({ message: DELETED, values, seenAt: null }, status) }
  }
  if (saved.reason !== 'newsletter_not_draft') throw data(null, { status })
  return { answer: draftAnswer({ message, values, seenAt }, status) }
}

/** Returns both versions. Saving again overwrites the stored version. */
async function conflictOf({ db }: StaffCtx, newsletterId: string, values: Texts) {
  const stored = orNotFound(await findNewsletter(db, newsletterId))
  const [last] = await listChanges(db, { entity: 'newsletter', entityId: newsletterId, limit: 1 })
  const conflict = {
    recordKind: 'newsletter',
    by: last?.actorName ?? 'Another admin',
    at: stored.updatedAt,
    rows: differences(NEWSLETTER_FIELDS, textsOf(NEWSLETTER_FIELDS, stored), values),
  } as const
  return draftAnswer({ message: NOT_SAVED, values, seenAt: stored.updatedAt.getTime(), conflict }, 409)
}

/** Returns the email as a subscriber gets it, except for the unsubscribe link. */
export async function previewOf({ config, actor }: StaffCtx, newsletter: Newsletter): Promise<Preview> {
  const { brand, origin, seller } = config
  const copy = { to: actor.email, unsubscribeToken: null }
  const { html, text } = await newsletterEmail(newsletter, { brand, origin, seller }, copy)
  return { html, text }
}
