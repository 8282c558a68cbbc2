import { type ReactNode, useId } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { changesBetween, differencesOf, type FieldChange } from '#app/admin/texts/text-changes.server.ts'
import { type AdminAnswer, AdminPage, AdminSection, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConflictPanel, type Difference } from '#app/desk/conflict-panel.tsx'
import { TEXT_PREVIEW, TEXTS } from '#app/desk/paths.ts'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField as LineField, TextAreaField } from '#app/kit/fields.tsx'
import { typedValues } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findDocument } from '#app/texts/documents.ts'
import { REFUSALS } from '#shop/refusals.ts'
import { restoreSiteText, type SavedVersion, saveSiteText } from '#shop/texts/save-site-text.ts'
import {
  cleanTexts,
  originalTexts,
  type TextDocument,
  type TextField,
  validTexts,
} from '#shop/texts/site-text.ts'
import { findTextVersion, listTextVersions } from '#shop/texts/site-texts.read.ts'
import type { Route } from './+types/text.ts'

export const handle: PageHandle = {
  guard: 'texts',
  title: 'Edit a text',
  access: { at: '/admin/dashboard/texts/home', get: 200, post: 422 },
}

const VERSIONS_PER_PAGE = 20

/** Notices after an action, by the URL's `done`. */
const DONE: Record<string, string> = {
  saved: 'Saved. The shop shows this text now.',
  restored: 'Restored. The shop shows this text now.',
  unchanged: 'Nothing was changed.',
}

/** PostgreSQL's largest integer. */
const MAX_VERSION = 2 ** 31 - 1

const versionParameter = z.coerce.number().int().min(1).max(MAX_VERSION).optional().catch(undefined)
/** `of`: the version that the last action created. */
const query = z.object({ version: versionParameter, before: versionParameter, of: versionParameter })

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  const document = orNotFound(findDocument(params.document))
  const { version, of, ...position } = query.parse(Object.fromEntries(new URL(request.url).searchParams))
  const [newest] = await listTextVersions(db, document.name, { limit: 1 })
  const versions = await listTextVersions(db, document.name, { limit: VERSIONS_PER_PAGE + 1, ...position })
  const opened = version ? orNotFound(await findTextVersion(db, document.name, version)) : null
  const earlier =
    opened && opened.version > 1 && (await findTextVersion(db, document.name, opened.version - 1))
  return {
    document,
    seen: newest?.version ?? 0,
    values: validTexts(document, newest?.fields ?? {}),
    isOriginal: Object.keys(newest?.fields ?? {}).length === 0,
    versions: versions.slice(0, VERSIONS_PER_PAGE).map(({ fields, ...rest }) => rest),
    hasOlder: versions.length > VERSIONS_PER_PAGE,
    opened: opened && {
      version: opened.version,
      changes: changesBetween(document, earlier ? earlier.fields : {}, opened.fields),
    },
    done: doneNotice(request, DONE),
    // Only the version that this page saved can be undone, and only while it is the newest.
    canUndo: newest !== undefined && of === newest.version,
  }
}

const versionNumber = z.coerce
  .number('Please reload the page')
  .int('Please reload the page')
  .min(0)
  .max(MAX_VERSION, 'Please reload the page')
const forms = z.discriminatedUnion('intent', [
  z.looseObject({ intent: z.literal('save'), seen: versionNumber }),
  z.object({ intent: z.literal('restore'), seen: versionNumber, version: versionNumber }),
])

function redirectToText(path: string, done: 'saved' | 'restored', { version, isChanged }: SavedVersion) {
  return redirect(isChanged ? `${path}?done=${done}&of=${version}` : `${path}?done=unchanged`, 303)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const document = orNotFound(findDocument(params.document))
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields)
  const { seen } = fields.value
  const path = `${TEXTS}/${document.name}`
  if (fields.value.intent === 'restore') {
    const { version } = z.object({ version: versionNumber }).parse(fields.value)
    const restored = await restoreSiteText(ctx, document, { seen, version })
    return restored.ok ? redirectToText(path, 'restored', restored.value) : refusedBy(restored, form)
  }
  const typed = typedValues(form)
  const saved = await saveSiteText(ctx, document, { seen, typed })
  if (saved.ok) return redirectToText(path, 'saved', saved.value)
  if (saved.reason === 'text_invalid')
    return invalid({ problems: saved.problems, values: typed }, REFUSALS.text_invalid.en)
  if (saved.reason !== 'edit_conflict') return refusedBy(saved, form)
  const [newest] = await listTextVersions(ctx.db, document.name, { limit: 1 })
  const theirs = newest ? validTexts(document, newest.fields) : originalTexts(document)
  const conflict = newest && {
    by: newest.savedBy ?? 'Another admin',
    at: newest.savedAt,
    seen: newest.version,
    rows: differencesOf(document, theirs, cleanTexts(document, typed)),
  }
  return data({ ok: false as const, message: null, problems: {}, values: typed, conflict }, { status: 409 })
}

type TextData = Route.ComponentProps['loaderData']

type Answer = AdminAnswer & {
  /** Set if another admin has saved in the meantime. `seen`: the number of that version. */
  conflict?: { by: string; at: Date; seen: number; rows: Difference[] } | undefined
}

export default function Text({ loaderData, actionData }: Route.ComponentProps) {
  const { document, seen, versions, hasOlder, opened, isOriginal, done, canUndo } = loaderData
  const answer: Answer | undefined = actionData
  return (
    <AdminPage
      title={document.title}
      back={{ to: TEXTS, label: 'All texts' }}
      actions={
        <ButtonLink to={document.path} look="line">
          See the page
        </ButtonLink>
      }
    >
      {done && !answer ? (
        <DoneNotice seen={seen} message={done.message} canUndo={canUndo} />
      ) : (
        <StatusNotice answer={answer?.message ? answer : undefined} />
      )}
      {answer?.conflict && (
        <ConflictPanel
          conflict={{ ...answer.conflict, recordKind: 'text', reloadTo: `${TEXTS}/${document.name}` }}
        />
      )}
      {/* The key fills the form with the new texts after each save, including saves by another admin. */}
      <TextForm key={answer?.conflict?.seen ?? seen} {...loaderData} answer={answer} />
      {opened && <Changes {...opened} seen={seen} document={document} />}
      <AdminSection
        title="History"
        aside={
          !isOriginal && (
            <Restore seen={seen} version={0}>
              Restore the original text
            </Restore>
          )
        }
      >
        <AdminTable
          caption="Versions of this text, the newest first"
          columns={columnsOf(document)}
          rows={versions}
          empty={<EmptyList title="Never changed">The shop shows the original text.</EmptyList>}
        />
        {hasOlder && (
          <p className="mt-4">
            <Link to={`?before=${versions.at(-1)?.version}`}>Older versions</Link>
          </p>
        )}
      </AdminSection>
    </AdminPage>
  )
}

function DoneNotice({ seen, message, canUndo }: { seen: number; message: string; canUndo: boolean }) {
  return (
    <div className="banner tone-positive mb-4 text-done" role="status">
      <p>{message}</p>
      {canUndo && (
        <Restore seen={seen} version={seen - 1}>
          Undo
        </Restore>
      )}
    </div>
  )
}

/** Restores a version by saving it as a new one, so that this can be undone too. */
function Restore({ seen, version, children }: { seen: number; version: number; children: ReactNode }) {
  const isBusy = useNavigation().formData?.get('intent') === 'restore'
  return (
    <PostButton
      fields={{ intent: 'restore', seen, version }}
      form={{ replace: true, preventScrollReset: true }}
      look="line"
      busy={isBusy}
    >
      {children}
    </PostButton>
  )
}

type FormProps = Pick<TextData, 'document' | 'seen' | 'values'> & { answer: Answer | undefined }

function TextForm({ document, seen, values, answer }: FormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'save'
  const { values: typed, problems = {}, conflict } = answer ?? {}
  const id = useId()
  return (
    <Form id={id} method="post" replace preventScrollReset noValidate className="text-form">
      <UnsavedGuard form={id} isRefused={typed !== undefined} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="seen" value={conflict?.seen ?? seen} />
      {document.groups.map(({ title, fields }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <TextControl
              key={field.key}
              field={field}
              value={typed?.[field.key] ?? values[field.key] ?? ''}
              problem={problems[field.key]}
            />
          ))}
        </fieldset>
      ))}
      {document.placeholders.length > 0 && (
        <p className="text-sm text-ink-soft">
          Filled in from the settings: {document.placeholders.map((name) => `{${name}}`).join(', ')}.
        </p>
      )}
      <div className="text-form-buttons">
        <Button busy={isBusy}>{conflict ? 'Overwrite with mine' : 'Save and show'}</Button>
        {/* React Router would open the preview in this tab. The preview saves nothing. */}
        <button
          type="submit"
          className="btn btn-line"
          formAction={`${TEXT_PREVIEW}/${document.name}`}
          formTarget="text-preview"
          onClick={openPreview}
        >
          Preview<VisuallyHidden> in another tab</VisuallyHidden>
        </button>
      </div>
    </Form>
  )
}

/** Submits a copy of the form without the router, so that the preview opens in the other tab. */
function openPreview(event: { currentTarget: HTMLButtonElement; preventDefault(): void }) {
  const { form, formAction, formTarget } = event.currentTarget
  if (!form) return
  event.preventDefault()
  const copy = document.createElement('form')
  Object.assign(copy, { method: 'post', action: formAction, target: formTarget, hidden: true })
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string')
      copy.append(Object.assign(document.createElement('textarea'), { name, value }))
  }
  document.body.append(copy)
  copy.submit()
  copy.remove()
}

const ROWS = { lines: 4, paragraphs: 3, questions: 24, sections: 30 } as const

type ControlProps = { field: TextField; value: string; problem: string | undefined }

function TextControl({ field, value, problem }: ControlProps) {
  const { key, label, hint, kind, max, optional = false, original } = field
  const shared = {
    ...{ name: key, label, optional, defaultValue: value, maxLength: max },
    hint: value === original ? hint : <>{hint && `${hint} `}Changed from the original.</>,
    errors: problem ? [problem] : null,
    required: !optional,
  }
  if (kind === 'line') return <LineField {...shared} autoComplete="off" />
  const isLong = kind === 'sections' || kind === 'questions'
  return <TextAreaField {...shared} rows={ROWS[kind]} fieldClassName={isLong ? 'text-wide' : undefined} />
}

function columnsOf(document: TextDocument): Column<TextData['versions'][number]>[] {
  return [
    column.title('Version', ({ version }) => (
      <Link to={`${TEXTS}/${document.name}?version=${version}#changes`}>Version {version}</Link>
    )),
    column.time('Saved', ({ savedAt }) => savedAt),
    column.text('By', ({ savedBy }) => savedBy ?? 'A closed account'),
    column.text('Origin', ({ restored }) => originText(restored)),
  ]
}

function originText(restored: number | null): string {
  if (restored === null) return 'Edited'
  return restored === 0 ? 'Original restored' : `Version ${restored} restored`
}

type ChangesProps = { version: number; changes: FieldChange[]; seen: number; document: TextDocument }

function Changes({ version, changes, seen, document }: ChangesProps) {
  return (
    <AdminSection
      id="changes"
      title={`What version ${version} changed`}
      aside={
        version !== seen && (
          <Restore seen={seen} version={version}>
            Restore version {version}
          </Restore>
        )
      }
    >
      {changes.length === 0 && <p>This version changed only texts that {document.title} no longer shows.</p>}
      <dl className="text-changes">
        {changes.map(({ label, runs }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {runs.map(({ kind, text }, index) => {
                const Mark = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
                // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a comparison have a fixed order
                return <Mark key={index}>{text}</Mark>
              })}
            </dd>
          </div>
        ))}
      </dl>
    </AdminSection>
  )
}
