import { type ReactNode, useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConflictPanel, type Difference } from '#app/desk/conflict-panel.tsx'
import { TEXT_PREVIEW, TEXTS } from '#app/desk/paths.ts'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField as LineField, TextAreaField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { TextDocument, TextField, TextValues } from '#shop/texts/site-text.ts'

/** A run of a changed text; unchanged runs are cut to what is near a change. */
export type Run = { kind: 'same' | 'added' | 'removed'; text: string }

export type FieldChange = { label: string; runs: Run[] }

type Version = { version: number; restored: number | null; savedBy: string | null; savedAt: Date }

type Answer = {
  ok: boolean
  message: string | null
  problems?: Problems
  values?: FormValues
  /** Another admin saved in the meantime; `seen` is that version. */
  conflict?: { by: string; at: Date; seen: number; rows: Difference[] } | undefined
}

export type TextPageProps = {
  document: TextDocument
  /** The newest version; 0 for the program's own texts. */
  seen: number
  values: TextValues
  isOriginal: boolean
  versions: Version[]
  hasOlder: boolean
  opened: { version: number; changes: FieldChange[] } | null
  done: { ok: true; message: string } | undefined
  /** The last action made the newest version. */
  canUndo: boolean
  answer: Answer | undefined
}

/** One document of texts: its fields, its preview and its history. */
export function TextPage({ answer, done, ...page }: TextPageProps) {
  const { document, seen, versions, hasOlder, opened } = page
  return (
    <AdminPage
      title={document.title}
      actions={
        <>
          <ButtonLink to={TEXTS} look="line" icon="arrow-left">
            All texts
          </ButtonLink>
          <ButtonLink to={document.path} look="line">
            See the page
          </ButtonLink>
        </>
      }
    >
      {done && !answer ? (
        <Done seen={seen} message={done.message} canUndo={page.canUndo} />
      ) : (
        <StatusNotice answer={answer?.message ? answer : undefined} />
      )}
      {answer?.conflict && (
        <ConflictPanel
          conflict={{ ...answer.conflict, thing: 'text', reloadTo: `${TEXTS}/${document.name}` }}
        />
      )}
      {/* The key fills the form anew after a save and after another admin's. */}
      <TextForm key={answer?.conflict?.seen ?? seen} {...page} answer={answer} />
      {opened && <Changes {...opened} seen={seen} document={document} />}
      <AdminSection title="History" aside={!page.isOriginal && <RestoreOriginal seen={seen} />}>
        <Table
          dense
          caption="Versions of this text, the newest first"
          columns={columnsOf(document)}
          rows={versions}
          rowKey={({ version }) => String(version)}
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

type DoneProps = { seen: number; message: string; canUndo: boolean }

function Done({ seen, message, canUndo }: DoneProps) {
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

type RestoreProps = { seen: number; version: number; children: ReactNode }

/** Takes a version back: the version after the newest, so it can be taken back itself. */
function Restore({ seen, version, children }: RestoreProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'restore'
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="version" value={version} />
      <Button look="line" busy={isBusy}>
        {children}
      </Button>
    </Form>
  )
}

function RestoreOriginal({ seen }: { seen: number }) {
  return (
    <Restore seen={seen} version={0}>
      Restore the original text
    </Restore>
  )
}

type FormProps = Pick<TextPageProps, 'document' | 'seen' | 'values' | 'answer'>

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
        {/* A form of React Router sends to its own page; a preview opens beside it, and nothing is saved. */}
        <button
          type="submit"
          className="btn btn-line"
          formAction={`${TEXT_PREVIEW}/${document.name}`}
          formTarget="text-preview"
          onClick={sendBeside}
        >
          Preview<VisuallyHidden> in another tab</VisuallyHidden>
        </button>
      </div>
    </Form>
  )
}

/** Sends the form by the browser itself, into the other tab. */
function sendBeside(event: { currentTarget: HTMLButtonElement; preventDefault(): void }) {
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

function columnsOf(document: TextDocument): Column<Version>[] {
  return [
    column.title('Version', ({ version }) => (
      <Link to={`${TEXTS}/${document.name}?version=${version}#changes`}>Version {version}</Link>
    )),
    column.time('Saved', ({ savedAt }) => savedAt),
    column.text('By', ({ savedBy }) => savedBy ?? 'A closed account'),
    column.text('How', ({ restored }) => howText(restored)),
  ]
}

function howText(restored: number | null): string {
  if (restored === null) return 'Edited'
  return restored === 0 ? 'Original restored' : `Version ${restored} restored`
}

type ChangesProps = { version: number; changes: FieldChange[]; seen: number; document: TextDocument }

/** What a version changed in the one before it, and the way back to it. */
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
      {changes.length === 0 && <p>Nothing that {document.title} still shows.</p>}
      <dl className="text-changes">
        {changes.map(({ label, runs }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {runs.map(({ kind, text }, index) => {
                const Mark = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
                // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a comparison keep their places
                return <Mark key={index}>{text}</Mark>
              })}
            </dd>
          </div>
        ))}
      </dl>
    </AdminSection>
  )
}
