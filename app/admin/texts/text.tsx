import { data, redirect } from 'react-router'
import { z } from 'zod'
import { changesBetween, differencesOf } from '#app/admin/texts/text-changes.server.ts'
import { TextPage } from '#app/admin/texts/text-page.tsx'
import { TEXTS } from '#app/desk/paths.ts'
import { readFields, typedValues } from '#app/kit/form-fields.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findDocument } from '#app/texts/documents.ts'
import { REFUSALS } from '#shop/refusals.ts'
import { restoreSiteText, type SavedVersion, saveSiteText } from '#shop/texts/save-site-text.ts'
import { originalTexts, shownTexts, type TextDocument, tidyTexts } from '#shop/texts/site-text.ts'
import { findTextVersion, listTextVersions } from '#shop/texts/site-texts.read.ts'
import type { Route } from './+types/text.ts'

export const handle: PageHandle = {
  guard: 'texts',
  title: 'Edit a text',
  access: { at: '/admin/dashboard/texts/home', get: 200, post: 422 },
}

/** Versions on a page of the history. */
const VERSIONS = 20

/** The last action, as the URL names it. */
const DONE: Record<string, string> = {
  saved: 'Saved. The shop shows this text now.',
  restored: 'Restored. The shop shows this text now.',
  unchanged: 'Nothing has changed.',
}

function documentOf(name: string): TextDocument {
  const document = findDocument(name)
  if (!document) throw data(null, { status: 404 })
  return document
}

/** PostgreSQL's largest integer. */
const MAX_VERSION = 2 ** 31 - 1

const versionAsked = z.coerce.number().int().min(1).max(MAX_VERSION).optional().catch(undefined)
/** `of`: the version that the last action made. */
const asked = z.object({ version: versionAsked, before: versionAsked, of: versionAsked })

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  const document = documentOf(params.document)
  const { version, before, of } = asked.parse(Object.fromEntries(new URL(request.url).searchParams))
  const [newest] = await listTextVersions(db, document.name, { limit: 1 })
  const versions = await listTextVersions(db, document.name, { limit: VERSIONS + 1, before })
  const opened = version === undefined ? null : await findTextVersion(db, document.name, version)
  if (version !== undefined && !opened) throw data(null, { status: 404 })
  const earlier =
    opened && opened.version > 1 && (await findTextVersion(db, document.name, opened.version - 1))
  return {
    document,
    seen: newest?.version ?? 0,
    values: shownTexts(document, newest?.fields ?? {}),
    isOriginal: Object.keys(newest?.fields ?? {}).length === 0,
    versions: versions.slice(0, VERSIONS).map(({ fields, ...rest }) => rest),
    hasOlder: versions.length > VERSIONS,
    opened: opened && {
      version: opened.version,
      changes: changesBetween(document, earlier ? earlier.fields : {}, opened.fields),
    },
    done: doneNotice(request, DONE),
    // Another admin's version, or an older page's, is not undone.
    canUndo: newest !== undefined && of === newest.version,
  }
}

const number = z.coerce
  .number('Please reload the page')
  .int('Please reload the page')
  .min(0)
  .max(MAX_VERSION, 'Please reload the page')
const forms = z.discriminatedUnion('intent', [
  z.looseObject({ intent: z.literal('save'), seen: number }),
  z.object({ intent: z.literal('restore'), seen: number, version: number }),
])

/** Back to the document, with what was done. */
function toText(path: string, done: 'saved' | 'restored', { version, isChanged }: SavedVersion) {
  return redirect(isChanged ? `${path}?done=${done}&of=${version}` : `${path}?done=unchanged`, 303)
}

/** Saves the document, or takes an earlier version back. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const document = documentOf(params.document)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent)
  const { seen } = sent.value
  const here = `${TEXTS}/${document.name}`
  if (sent.value.intent === 'restore') {
    const { version } = z.object({ version: number }).parse(sent.value)
    const restored = await restoreSiteText(ctx, document, { seen, version })
    return restored.ok ? toText(here, 'restored', restored.value) : refusedBy(restored, form)
  }
  const typed = typedValues(form)
  const saved = await saveSiteText(ctx, document, { seen, typed })
  if (saved.ok) return toText(here, 'saved', saved.value)
  if (saved.reason === 'text_invalid')
    return invalid({ problems: saved.problems, values: typed }, REFUSALS.text_invalid.en)
  if (saved.reason !== 'edit_conflict') return refusedBy(saved, form)
  const [newest] = await listTextVersions(ctx.db, document.name, { limit: 1 })
  const theirs = newest ? shownTexts(document, newest.fields) : originalTexts(document)
  const conflict = newest && {
    by: newest.savedBy ?? 'Another admin',
    at: newest.savedAt,
    seen: newest.version,
    rows: differencesOf(document, theirs, tidyTexts(document, typed)),
  }
  return data({ ok: false as const, message: null, problems: {}, values: typed, conflict }, { status: 409 })
}

export default function Text({ loaderData, actionData }: Route.ComponentProps) {
  return <TextPage {...loaderData} answer={actionData} />
}
