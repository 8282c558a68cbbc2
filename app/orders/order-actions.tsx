import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { copyText } from '#app/kit/copy-text.ts'
import { CloseLink, Dialog } from '#app/kit/dialog.tsx'
import { Options, SelectField, TextAreaField } from '#app/kit/fields.tsx'
import { type FormAnswer, type Problems, problemsOf } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import { TextLink } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useForm } from '#app/kit/use-form.ts'
import { AccountFields } from '#app/orders/refund-account.tsx'
import { checkPhotos, PhotosField } from '#app/orders/request-photos.tsx'
import { type Day, dayInWords } from '#shop/kernel/day.ts'
import { trackingPage } from '#shop/orders/carriers.ts'
import { hasPaid, type Order, wasPaidInCash } from '#shop/orders/order.ts'
import { contactPath, orderPath } from '#shop/orders/order-paths.ts'
import {
  CHOOSE_REASON,
  cancellationOf,
  isReplacement,
  type OrderRequest,
  REFUND_REASON_NAMES,
  REFUND_REASONS,
  REFUND_REQUEST_DAYS,
} from '#shop/orders/request.ts'

/** The last day for refund requests, by Indian time, and whether it has passed. */
export type RefundsEnd = { lastDay: Day; isOver: boolean }

type OrderActionsProps = {
  order: Order
  requests: OrderRequest[]
  /** Null for an order that is not delivered. */
  refundsEnd: RefundsEnd | null
  isOwn: boolean
  isBeingPaid: boolean
}

export function OrderActions({ order, requests, refundsEnd, isOwn, isBeingPaid }: OrderActionsProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3 print:hidden">
      {order.status !== 'cancelled' && <TrackPackage order={order} />}
      {isOwn && canCancel(order, requests) && !isBeingPaid && (
        <ButtonLink to={`${orderPath(order.id)}?ask=cancel`} look="line" preventScrollReset>
          Cancel Order
        </ButtonLink>
      )}
      {isOwn && canAskForRefund(order, requests) && <AskForRefund orderId={order.id} end={refundsEnd} />}
    </div>
  )
}

const isWaiting = (requests: OrderRequest[]) => requests.some(({ status }) => status === 'open')

/** True while the order's customer may cancel it, at once or by a request. */
export function canCancel(order: Order, requests: OrderRequest[]): boolean {
  return cancellationOf(order.status) !== null && !isWaiting(requests) && !requests.some(isReplacement)
}

/** True if the order allows a refund request. `RefundsEnd` limits the days. */
export function canAskForRefund(order: Order, requests: OrderRequest[]): boolean {
  const isRefunded = requests.some(({ amount }) => amount !== null)
  return order.status === 'delivered' && !isWaiting(requests) && !isRefunded
}

function AskForRefund({ orderId, end }: { orderId: string; end: RefundsEnd | null }) {
  if (end?.isOver) {
    return (
      <p className="max-w-read text-sm">
        Refunds could be requested until {dayInWords(end.lastDay)},{' '}
        <TextLink to="/returns#wrong">{REFUND_REQUEST_DAYS} days after delivery</TextLink>. Is something still
        wrong? <TextLink to={contactPath(orderId)}>Write to us</TextLink>.
      </p>
    )
  }
  return (
    <>
      <ButtonLink to={`${orderPath(orderId)}?ask=refund`} look="line" preventScrollReset>
        Request Refund
      </ButtonLink>
      {end && <span className="text-sm">Until {dayInWords(end.lastDay)}.</span>}
    </>
  )
}

function TrackPackage({ order: { carrier, trackingNumber, status } }: { order: Order }) {
  const page = trackingPage(carrier, trackingNumber)
  if (trackingNumber) {
    return (
      <>
        {page && (
          <a href={page.url} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
            <Icon name="truck" />
            <span>
              Track Package<VisuallyHidden> at {carrier}, opens another site</VisuallyHidden>
            </span>
            <Icon name={moreIcons.externalLink} size="s" />
          </a>
        )}
        {!page?.hasNumber && <CopyNumber number={trackingNumber} carrier={carrier} />}
      </>
    )
  }
  if (status === 'delivered') return null
  return (
    <>
      <Button type="button" disabled icon="truck" aria-describedby="no-parcel">
        Track Package
      </Button>
      <span id="no-parcel" className="text-sm">
        There is no tracking number yet.
      </span>
    </>
  )
}

/** The tracking number with a copy button, for carriers whose page does not accept it in a link. */
function CopyNumber({ number, carrier }: { number: string; carrier: string | null }) {
  const canCopy = useHydrated()
  const numberElement = useRef<HTMLElement>(null)
  const [copyNotice, setCopyNotice] = useState('')
  const copy = async () =>
    setCopyNotice((await copyText(numberElement.current)) ? 'Tracking number copied' : SELECTED)
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span>
        {carrier ? `${carrier}, tracking number` : 'Tracking number'}{' '}
        <b ref={numberElement} className="numeric">
          {number}
        </b>
      </span>
      {canCopy && (
        <Button type="button" look="line" size="sm" icon={moreIcons.copy} onClick={() => void copy()}>
          Copy number
        </Button>
      )}
      <span role="status">{copyNotice}</span>
    </p>
  )
}

const SELECTED = 'Your browser doesn’t let us copy. The number is selected, so you can copy it yourself.'

type OrderDialog = 'cancel' | 'refund'

type OrderRequestFormProps = {
  order: Order
  requestCount: number
  openDialog: OrderDialog
  answer: FormAnswer<never> | undefined
}

/** Checks only reason and photographs, because this page does not load the schema library. The server checks all. */
function check(form: HTMLFormElement): Problems {
  const reason = form.elements.namedItem('reason')
  const isMissing = reason instanceof HTMLSelectElement && reason.value === ''
  return { ...(isMissing && { reason: CHOOSE_REASON }), ...checkPhotos(form) }
}

const isOwn = (form: FormData) => form.has('details')

/** The dialog to cancel an order or to request a refund. `?ask=cancel` or `?ask=refund` in the URL opens it. */
export function OrderRequestForm({ order, requestCount, openDialog, answer }: OrderRequestFormProps) {
  const refusal = answer && !answer.ok ? answer : null
  const values = refusal?.values ?? {}
  const { props, field, isBusy } = useForm({ check, isOwn, problems: problemsOf(answer), values })
  const store = useTabEntries(`${openDialog} ${order.id} ${requestCount}`, props.ref, answer !== undefined)
  const isHydrated = useHydrated()
  const [isShrinking, setShrinking] = useState(false)
  const path = orderPath(order.id)
  const isCancel = openDialog === 'cancel'
  const title = isCancel ? 'Cancel Order' : 'Request Refund'
  return (
    <Dialog title={title} closeTo={path}>
      <Form
        {...props}
        onInput={(event) => {
          store(event)
          props.onInput(event)
        }}
        method="post"
        replace
        action={`${path}?ask=${openDialog}`}
        encType={isCancel ? undefined : 'multipart/form-data'}
        noValidate={isHydrated}
        className="wish-form grid gap-5"
      >
        <input type="hidden" name="intent" value={openDialog} />
        {refusal?.message && <Banner tone="danger">{refusal.message}</Banner>}
        <p>{explanation(order, openDialog)}</p>
        {!isCancel && <WishFields field={field} />}
        {!isCancel && (
          <SelectField {...field('reason')} label="Reason" required>
            <option value="">Please choose</option>
            <Options values={REFUND_REASONS} names={REFUND_REASON_NAMES} />
          </SelectField>
        )}
        <TextAreaField
          {...field('details')}
          label={isCancel ? 'Why are you cancelling?' : 'What happened?'}
          optional
          maxLength={isCancel ? 500 : 1000}
        />
        {!isCancel && <PhotosField field={field} isShrinking={isShrinking} setShrinking={setShrinking} />}
        {wasPaidInCash(order) && <AccountFields field={field} canEnterLater />}
        <div className="flex flex-wrap justify-end gap-3">
          <CloseLink to={path}>{isCancel ? 'Keep the order' : 'Back'}</CloseLink>
          <Button busy={isBusy || isShrinking}>{isCancel ? title : WISH_NAME}</Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Fields to store. Account numbers and photographs are not stored. */
const STORED_FIELDS = ['wish', 'reason', 'details'] as const

/**
 * Stores a form's entries for this tab, and returns the `input` listener. With `isAnswered` the form shows the values
 * of the answer instead.
 */
function useTabEntries(key: string, form: RefObject<HTMLFormElement | null>, isAnswered: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is opened
  useEffect(() => {
    if (form.current && !isAnswered) fillIn(form.current, readTab(key))
  }, [key])
  return ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const entered = new FormData(currentTarget)
    const entries = STORED_FIELDS.map((name) => [name, String(entered.get(name) ?? '')])
    try {
      sessionStorage.setItem(key, new URLSearchParams(entries).toString())
    } catch {
      // The storage is full or blocked; the form works without it.
    }
  }
}

function fillIn({ elements }: HTMLFormElement, entries: string): void {
  for (const [name, value] of new URLSearchParams(entries)) {
    const control = elements.namedItem(name)
    // Text typed before hydration is newer than the stored text.
    const isNewer = control instanceof HTMLTextAreaElement && control.value !== ''
    if (control && 'value' in control && value !== '' && !isNewer) control.value = value
  }
}

function readTab(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** CSS shows the label for the chosen option. In browsers without `:has()` it shows a label that fits both options. */
const WISH_NAME = (
  <>
    <span className="wish-refund">Request Refund</span>
    <span className="wish-replacement">Request Replacement</span>
    <span className="wish-either">Send Request</span>
  </>
)

/** A replacement needs no refund account, so CSS hides the fields of the account. */
function WishFields({ field }: { field: ReturnType<typeof useForm>['field'] }) {
  const wish = field('wish')
  return (
    <OptionRows
      legend="What would you like?"
      name={wish.name}
      options={[
        { value: 'refund', label: 'Refund' },
        {
          value: 'replacement',
          label: 'Replacement',
          hint: 'We send it again at our cost: all of the order, or what went wrong.',
        },
      ]}
      defaultValue={wish.defaultValue || 'refund'}
      errors={wish.errors}
      required
    />
  )
}

function explanation(
  { status, paymentStatus, paymentMethod, advance }: Order,
  openDialog: OrderDialog,
): string {
  if (openDialog === 'refund') return 'We’ll reply within 48 hours, here and by email.'
  if (cancellationOf(status) !== 'at_once')
    return 'It’s already on its way. We’ll try to stop it and let you know here and by email.'
  if (wasPaidInCash({ paymentMethod, paymentStatus }))
    return 'We’ll cancel the order right away and pay your money back to where you say.'
  return hasPaid(paymentStatus) || (advance > 0 && paymentStatus === 'pending')
    ? 'We’ll cancel the order right away and refund you the way you paid.'
    : 'The order is cancelled right away. You haven’t paid yet, so there’s nothing to refund.'
}
