import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LiveView, type ShopSide } from '#app/admin/products/live-view.tsx'
import { FORM_ID, ProductForm, type ProductFormProps } from '#app/admin/products/product-form.tsx'
import { formPath, isBegun, PRODUCT_STEPS, problemsOfStep } from '#app/admin/products/product-form-data.ts'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConflictPanel, type ShownConflict } from '#app/desk/conflict-panel.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { StockMovement } from '#shop/inventory/movement.ts'
import { STOCK_REASON_NAMES } from '#shop/inventory/movement.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { counted } from '#shop/kernel/text.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

export type ProductEditorProps = {
  form: Omit<ProductFormProps, 'categories'> & { message: string; conflict: ShownConflict | null }
  categories: ProductFormProps['categories']
  shop: ShopSide
  closeTo: string
  done: AdminAnswer | undefined
  /** Null for a new product. */
  movements: StockMovement[] | null
  /** The product's page in the shop; null if it has none. */
  shopPath: string | null
}

/** The page of a new or changed product: its steps, the open one, and what shoppers will see. */
export function ProductEditor(props: ProductEditorProps) {
  const { form, categories, shop, closeTo, done, movements, shopPath } = props
  const { step, message, conflict, draft, base } = form
  const location = useLocation()
  const isBusy = useNavigation().formMethod === 'POST'
  const main = useFocusOnStep(form)
  const action = formPath(location, step, base ? null : (draft?.id ?? null))
  const publishLabel =
    conflict?.thing === 'product' ? 'Overwrite with mine' : base ? 'Publish changes' : 'Add Product'
  const isLast = step === PRODUCT_STEPS.at(-1)?.step
  return (
    <AdminPage
      actions={
        <>
          {/* Enter presses the first button of a form. */}
          <button hidden form={FORM_ID} type="submit" name="save" value="draft">
            Save draft
          </button>
          <ButtonLink to={closeTo} look="line">
            Back to the list
          </ButtonLink>
          {!isLast && (
            <Button form={FORM_ID} look="line" name="publish" value="yes">
              {publishLabel}
            </Button>
          )}
        </>
      }
    >
      <Steps form={form} />
      <div className="product-editor">
        <div ref={main} className="product-editor-main">
          <StatusNotice answer={done} />
          {message && !conflict && (
            <Banner tone="danger" className="mb-4">
              {message}
            </Banner>
          )}
          {conflict && <ConflictPanel conflict={conflict} />}
          {draft && <DraftNote draft={draft} isNew={!base} />}
          <ProductForm
            {...form}
            {...{ categories, action, isBusy, publishLabel }}
            saveLabel={conflict?.thing === 'draft' ? 'Overwrite with mine' : 'Save draft'}
          />
          {step === 'price' && movements && <StockHistory movements={movements} />}
        </div>
        <Preview draftId={draft?.id ?? null} shopPath={shopPath}>
          <LiveView form={form} categories={categories} shop={shop} />
        </Preview>
      </div>
    </AdminPage>
  )
}

/** After a step the focus is on its title; after a refusal on the first field with a problem. */
function useFocusOnStep(form: ProductEditorProps['form']) {
  const { step, message, conflict } = form
  const main = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  const isIdle = useNavigation().state === 'idle'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is a new form
  useEffect(() => {
    if (!isIdle) return
    const title = main.current?.querySelector<HTMLElement>('#step-title')
    if (conflict && message) main.current?.scrollIntoView()
    else if (message) (main.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? title)?.focus()
    else if (shown.current !== step) title?.focus({ preventScroll: true })
    shown.current = step
  }, [form, isIdle])
  return main
}

/** All steps with their state. They send the form, which keeps what was typed, and lead on. */
function Steps({ form }: Pick<ProductEditorProps, 'form'>) {
  return (
    <nav aria-label="Steps of the form" className="product-steps">
      <ol>
        {PRODUCT_STEPS.map(({ step, title }, at) => {
          const problems = problemsOfStep(step, form.problems).length
          const state = problems > 0 ? 'problems' : isBegun(step, form) ? 'complete' : 'open'
          return (
            <li key={step}>
              <button
                type="submit"
                form={FORM_ID}
                name="go"
                value={step}
                aria-current={step === form.step ? 'step' : undefined}
                data-state={state}
              >
                <span className="product-step-mark">
                  {state === 'open' ? (
                    <span aria-hidden="true">{at + 1}</span>
                  ) : (
                    <Icon name={state === 'complete' ? 'check' : 'circle-alert'} size="s" />
                  )}
                </span>
                <span>
                  <b>{title}</b>
                  <span className="product-step-state">
                    {state === 'open' && 'Not begun'}
                    {state === 'complete' && 'Complete'}
                    {state === 'problems' && counted(problems, 'problem')}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

type DraftNoteProps = { draft: NonNullable<ProductFormProps['draft']>; isNew: boolean }

/** Says that this is a draft, whose it is, and how to give it up. */
function DraftNote({ draft: { id, savedBy, savedAt }, isNew }: DraftNoteProps) {
  return (
    <p className="product-draft-note">
      Draft, saved by {savedBy ?? 'a closed account'}, {formatDayAndTime(savedAt)}.{' '}
      {isNew ? 'It is not in the shop yet.' : 'The shop still shows the product without it.'}{' '}
      <Link to={`${PRODUCTS}?drop=${id}`} className="link">
        Delete draft
      </Link>
    </p>
  )
}

type PreviewProps = { draftId: string | null; shopPath: string | null; children: React.ReactNode }

/** What shoppers will see, beside the form; on a phone behind a button. */
function Preview({ draftId, shopPath, children }: PreviewProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        type="button"
        look="line"
        icon="eye"
        className="needs-js live-toggle"
        aria-expanded={isOpen}
        aria-controls="live"
        onClick={() => setOpen(!isOpen)}
      >
        Preview
      </Button>
      <aside id="live" className="live" data-open={isOpen || undefined} aria-labelledby="live-title">
        <div className="live-head">
          <h2 id="live-title">As shoppers will see it</h2>
          {draftId && (
            <Link to={`${PRODUCTS}/drafts/${draftId}`} className="link" target="_blank">
              Open the whole page
            </Link>
          )}
          {shopPath && (
            <Link to={shopPath} className="link">
              See it in the shop
            </Link>
          )}
        </div>
        {children}
      </aside>
    </>
  )
}

const COLUMNS: Column<StockMovement>[] = [
  { key: 'when', header: 'When', place: 'title', cell: ({ createdAt }) => formatDayAndTime(createdAt) },
  { key: 'why', header: 'Why', cell: (movement) => why(movement) },
  { key: 'who', header: 'By', cell: ({ actorName }) => actorName ?? 'System' },
  {
    key: 'units',
    header: 'Units',
    align: 'end',
    place: 'figure',
    cell: ({ quantity }) => (quantity > 0 ? `+${quantity}` : `−${-quantity}`),
  },
]

function why({ reason, note, orderId }: StockMovement): string {
  const details = [orderId && shortId(orderId), note].filter(Boolean).join(', ')
  return details ? `${STOCK_REASON_NAMES[reason]}: ${details}` : STOCK_REASON_NAMES[reason]
}

/** The latest movements of a product's stock, below the form. */
function StockHistory({ movements }: { movements: StockMovement[] }) {
  return (
    <details className="product-movements">
      <summary>Stock movements</summary>
      <Table
        dense
        caption="Stock movements, newest first"
        columns={COLUMNS}
        rows={movements}
        rowKey={({ id }) => String(id)}
        empty={<EmptyList title="No movements yet" />}
      />
    </details>
  )
}
