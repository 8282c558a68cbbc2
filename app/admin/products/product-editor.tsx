import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { FORM_ID, ProductForm, type ProductFormProps } from '#app/admin/products/product-form.tsx'
import {
  fieldId,
  fieldLabel,
  mergeValues,
  type ProductValues,
  productDifferences,
  readProductForm,
} from '#app/admin/products/product-form-data.ts'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConflictPanel, type RecordConflict } from '#app/desk/conflict-panel.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { readLocal, writeLocal } from '#app/kit/browser/browser-state.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { UNSAVED } from '#app/kit/paths.ts'

/** The form as the server shows it. */
export type ShownForm = Omit<ProductFormProps, 'categories'> & {
  message: string
  conflict: RecordConflict | null
}

type ProductEditorProps = {
  form: ShownForm
  /** The server's response to a form that it did not save; without values if it could not read them. */
  answer: Partial<ShownForm> | undefined
  categories: ProductFormProps['categories']
  /** The fields that are missing on an inactive product's label. Null for an active or new product. */
  missing: { name: string; label: string }[] | null
  isArchived: boolean
  closeTo: string
  done: AdminAnswer | undefined
  /** `historyTo` and `previewTo` are null for a new product. */
  historyTo: string | null
  previewTo: string | null
}

/** Returns the key under which a form's unsaved text is stored: for a product, a new product or a copy. */
export function textKey({ pathname, search }: { pathname: string; search: string }): string {
  return `${pathname} ${new URLSearchParams(search).get('copy') ?? ''}`.trim()
}

export function ProductEditor(props: ProductEditorProps) {
  const location = useLocation()
  return <Editor key={`${textKey(location)} ${savedVersion(location)}`} {...props} />
}

/** Returns the version that this page saved last, or 0. */
function savedVersion({ search }: { search: string }): number {
  return Number(new URLSearchParams(search).get('version'))
}

function Editor(props: ProductEditorProps) {
  const { categories, missing, isArchived, closeTo, done, historyTo, previewTo } = props
  // The version that was opened stays the base, even if another person saves in the meantime.
  const [opened] = useState(props.form)
  const answer = useLastAnswer(props.answer)
  const { unsaved, restored, storeForm, discardText } = useUnsavedText(opened, answer)
  const form = { ...opened, ...restored, ...answer }
  const { base, conflict } = form
  const isBusy = useNavigation().formMethod === 'POST'
  const { pathname, search } = useLocation()
  const main = useFocusOnProblem(answer)
  const onDiscard = (event: MouseEvent) => {
    if (unsaved === '' || window.confirm('Discard your unsaved changes?')) discardText()
    else event.preventDefault()
  }
  return (
    <AdminPage
      actions={
        <ButtonLink to={closeTo} look="line">
          Back to the list
        </ButtonLink>
      }
    >
      <div ref={main} className="product-editor">
        {!answer && <StatusNotice answer={done} />}
        <Refusal form={form} />
        {conflict && <ConflictPanel conflict={conflict} onReload={discardText} />}
        {missing && !form.message && <InactiveNotice missing={missing} isArchived={isArchived} />}
        {unsaved === 'at risk' && <UnsavedGuard form={FORM_ID} isRefused />}
        <ProductForm
          key={restored ? 'restored' : 'opened'}
          {...form}
          categories={categories}
          onInput={storeForm}
          historyTo={historyTo}
        >
          <div className="product-bar">
            <p role="status">{UNSAVED_TEXTS[unsaved === 'kept' && previewTo ? 'previewed' : unsaved]}</p>
            <ButtonLink to={pathname + search} reloadDocument look="line" onClick={onDiscard}>
              Discard
            </ButtonLink>
            {previewTo && (
              <ButtonLink to={previewTo} target="_blank" look="line">
                Preview
              </ButtonLink>
            )}
            <Button busy={isBusy}>{conflict ? 'Overwrite with mine' : base ? 'Save' : 'Add Product'}</Button>
          </div>
        </ProductForm>
      </div>
    </AdminPage>
  )
}

const UNSAVED_TEXTS = {
  '': '',
  kept: 'Unsaved changes, kept in this browser.',
  previewed: 'Unsaved changes. Preview shows the saved product.',
  'at risk': 'Unsaved changes that this browser can’t keep.',
}

/** Keeps the last response, because the router drops it when a link to a field is followed. */
function useLastAnswer(newest: ProductEditorProps['answer']) {
  const [last, setLast] = useState({ newest, answer: newest })
  const answer = newest && newest !== last.newest ? { ...last.answer, ...newest } : last.answer
  if (answer !== last.answer) setLast({ newest, answer })
  return answer
}

/**
 * Stores entered values in this browser until they are saved, and restores them. `unsaved`: '' without changes. 'at
 * risk' if the browser refuses storage, or if a file is chosen, which cannot be stored.
 */
function useUnsavedText(opened: ProductValues, answer: ProductEditorProps['answer']) {
  const location = useLocation()
  const key = textKey(location)
  const [unsaved, setUnsaved] = useState<'' | 'kept' | 'at risk'>('')
  const [restored, setRestored] = useState<ProductValues | null>(null)
  const storeForm = () => {
    const form = new FormData(formElement())
    // Stores the opened version, too, so that the conflict is reported again after a reload.
    if (answer?.conflict && opened.base) form.set('version', String(opened.base.version))
    const hasFile = form.getAll('images').some((file) => file instanceof File && file.size > 0)
    setUnsaved(storeText(key, form) && !hasFile ? 'kept' : 'at risk')
  }
  const discardText = () => {
    removeText(key)
    setUnsaved('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a new form
  useEffect(() => {
    const typed = readProductForm(new FormData(formElement()))
    const hasValues = answer?.texts !== undefined
    const text = hasValues ? null : storedText(key)
    const stored = text && readProductForm(text)
    // The stored text is older than the version that this page saved.
    if (stored?.base && stored.base.version < savedVersion(location)) removeText(key)
    else if (stored) {
      setRestored(mergeValues(opened, stored, typed))
      setUnsaved('kept')
    } else if (hasValues || productDifferences(opened.texts, typed.texts).length > 0) storeForm()
  }, [answer])
  useEffect(() => {
    // Another tab has replaced the stored text of this tab.
    const onStored = (event: StorageEvent) => {
      if (event.key === UNSAVED + key) setUnsaved((state) => state && 'at risk')
    }
    addEventListener('storage', onStored)
    return () => removeEventListener('storage', onStored)
  }, [key])
  return { unsaved, restored, storeForm, discardText }
}

function formElement(): HTMLFormElement | undefined {
  const form = document.getElementById(FORM_ID)
  return form instanceof HTMLFormElement ? form : undefined
}

/** Focuses the first invalid field after a refusal. 'Active' comes last, since label fields explain its problem. */
function useFocusOnProblem(answer: ProductEditorProps['answer']) {
  const main = useRef<HTMLDivElement>(null)
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    if (!isIdle || !answer) return
    const invalidFields = main.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
    const [first] = [...invalidFields].filter((field) => field.id !== fieldId('is_active'))
    if (answer.conflict) main.current?.scrollIntoView()
    // Adding pictures replaces the control that had the focus.
    else (first ?? invalidFields[0] ?? document.getElementById(fieldId('images')))?.focus()
  }, [answer, isIdle])
  return main
}

function Refusal({ form: { message, problems, conflict } }: { form: ShownForm }) {
  if (!message || conflict) return null
  return (
    <Banner tone="danger" className="mb-4" title={message}>
      <ul>
        {Object.entries(problems).map(([name, problem]) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{fieldLabel(name)}</a>: {problem}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

type InactiveNoticeProps = {
  missing: NonNullable<ProductEditorProps['missing']>
  isArchived: boolean
}

/** Says that shoppers do not see the product, and which label fields are missing. */
function InactiveNotice({ missing, isArchived }: InactiveNoticeProps) {
  return (
    <Banner
      live={false}
      className="mb-4"
      title={`${isArchived ? 'Archived' : 'Inactive'}: shoppers don’t see it.`}
    >
      {missing.length > 0 ? 'Before it can go on sale, the label needs: ' : 'Tick '}
      {(missing.length > 0 ? missing : [ACTIVE_FIELD]).map(({ name, label }, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <a href={`#${fieldId(name)}`}>{label}</a>
        </span>
      ))}
      {missing.length > 0 ? '.' : ' to put it on sale.'}
    </Banner>
  )
}

const ACTIVE_FIELD = { name: 'is_active', label: 'Active' }

/** Stores a form's fields, except files. Returns false if the browser refuses storage. */
function storeText(key: string, form: FormData): boolean {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return writeLocal(UNSAVED + key, new URLSearchParams(texts).toString())
}

/** Returns the stored fields, or null if there are none. */
function storedText(key: string): FormData | null {
  const stored = readLocal(UNSAVED + key)
  if (stored === '') return null
  const form = new FormData()
  for (const [name, text] of new URLSearchParams(stored)) form.append(name, text)
  return form
}

export function removeText(key: string): void {
  writeLocal(UNSAVED + key, '')
}
