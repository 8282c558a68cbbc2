import { type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Button } from '#app/kit/button.tsx'
import { SelectField, TextAreaField, TextField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Approval } from '#app/programme/review/shown-photo.ts'
import { useFormats, useWords, type Words } from '#app/programme/words/words.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'
import { paymentFor } from '#shop/programme/pay.ts'
import type { RejectionPreset } from '#shop/programme/rejection.ts'
import { STATUSES_OF, type TaskState } from '#shop/programme/task.ts'

const STARS = [1, 2, 3, 4, 5]

type ApprovalCardProps = {
  approval: Approval
  reasons: readonly Reason[]
  photoTo: string
  /** Shown instead of the decision forms, unless it is null or omitted. */
  decisionStatus?: ReactNode
  /** The form of a rejection that was refused. */
  refused?: RefusedForm | undefined
  desk?: DeskParts | undefined
}

/** The parts of a card about products and stock, only for admins. Coordinators' pages do not load them. */
export type DeskParts = {
  /** Buttons beside the page's heading. */
  actions: ReactNode
  fields: (approval: Approval) => ReactNode
  /** Shown below an approved task. */
  afterApproval: (approval: Approval) => ReactNode
}

/** A preset reason; `text` is in the reader's language. */
export type Reason = { preset: RejectionPreset; text: string }

export type RefusedForm = { problems: Problems; values: FormValues }

const TONES = {
  pending_review: 'warning',
  returned: 'danger',
  approved: 'positive',
  paid: 'positive',
} as const satisfies Partial<Record<TaskState, Tone>>

export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, decisionStatus = null, desk } = props
  const { id, state } = approval
  const { review: words } = useWords()
  const { taskName } = useFormats()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the review keys work on the card that has the focus
    <article className="approval" aria-labelledby={`${id}-name`} tabIndex={0} data-card data-row>
      <CardPhoto {...props} />
      <div className="approval-body">
        <div className="approval-head">
          <h2 id={`${id}-name`}>{taskName(approval)}</h2>
          {hasBadge(state) && <Badge tone={TONES[state]}>{words.badges[state]}</Badge>}
        </div>
        <CardFacts approval={approval} />
        <CardFlags approval={approval} />
        <OtherPhotos title={words.earlier} photos={approval.earlier} />
        <OtherPhotos title={words.approvedBefore} photos={approval.approved} />
        {state === 'pending_review' && decisionStatus}
        {state === 'pending_review' && !decisionStatus && (
          <div className="approval-decide">
            <ApproveForm approval={approval}>{desk?.fields(approval)}</ApproveForm>
            <RejectForm {...props} />
          </div>
        )}
        {STATUSES_OF[state].adminReviewStatus === 'approved' && desk?.afterApproval(approval)}
      </div>
    </article>
  )
}

function hasBadge(state: TaskState): state is keyof typeof TONES {
  return state in TONES
}

/** Shows a small copy to coordinators, who often have a slow network. */
function CardPhoto({ approval, photoTo, desk }: ApprovalCardProps) {
  const { review: words } = useWords()
  const { taskName } = useFormats()
  const { photo } = approval
  if (!photo) return null
  return (
    <Link to={photoTo} className="approval-photo" preventScrollReset>
      <img
        src={desk ? photo.url : smallPhoto(photo.url)}
        width={photo.width}
        height={photo.height}
        alt=""
        loading="lazy"
      />
      <VisuallyHidden>{words.enlarge({ task: taskName(approval) })}</VisuallyHidden>
    </Link>
  )
}

function CardFacts({ approval }: { approval: Approval }) {
  const { worker, taskType, quantity, unit, paymentAmount, submissionDate, createdAt, reviewDate } = approval
  const { progressCount, claimedQuantity, approvedQuantity } = approval
  const { review: words } = useWords()
  const { amount, day, dayAndTime, typeName } = useFormats()
  const { facts: names } = words
  const isCounted = approval.state === 'pending_review'
  const facts: [string, string | null][] = [
    [names.worker, [worker?.fullName, worker?.groupName].filter(Boolean).join(', ')],
    [names.phone, worker?.phone ?? null],
    [names.type, typeName(taskType)],
    [names.requested, amount(quantity, unit)],
    [names.counted, isCounted ? words.byWorker({ count: progressCount }) : null],
    [names.claimed, isCounted && claimedQuantity ? words.saysWorker({ count: claimedQuantity }) : null],
    [names.accepted, approvedQuantity === null ? null : words.ofAll({ done: approvedQuantity, quantity })],
    [names.value, formatPrice(paymentAmount)],
    [names.submitted, submissionDate && dayAndTime(submissionDate)],
    [names.created, day(createdAt)],
    [names.reviewed, approval.state === 'pending_review' ? null : reviewDate && dayAndTime(reviewDate)],
    [names.rating, approval.rating === null ? null : words.ofFive({ stars: approval.rating })],
    [names.reason, approval.state === 'returned' ? approval.rejectionReason : null],
  ]
  return (
    <dl className="approval-facts">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function CardFlags({ approval: { photo } }: { approval: Approval }) {
  const { review: words } = useWords()
  if (!photo || photo.flags.length === 0) return null
  return (
    <ul className="approval-flags">
      {photo.flags.map((flag) => (
        <li key={flag}>
          <Icon name="circle-alert" size="s" />
          {words.flags[flag]}
        </li>
      ))}
    </ul>
  )
}

/** Photos to compare with, each with a link to its full size. */
function OtherPhotos({ title, photos }: { title: string; photos: Approval['earlier'] }) {
  const { day } = useFormats()
  if (photos.length === 0) return null
  return (
    <section className="other-photos">
      <h3>{title}</h3>
      <ul>
        {photos.map(({ url, workerName, createdAt }) => (
          <li key={url}>
            <a href={url}>
              <img
                src={smallPhoto(url)}
                alt={`${workerName}, ${day(createdAt)}`}
                loading="lazy"
                width="96"
                height="96"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The form with the reason of a rejection, preset or in the reviewer's own words. */
function RejectForm({ approval, reasons, refused }: ApprovalCardProps) {
  const { problems = {}, values = {} } = refused ?? {}
  const isBusy = useSending(approval.id, 'reject')
  const { review: words, optional } = useWords()
  return (
    <Disclosure className="reject-form" data-reject open={refused ? true : undefined}>
      <summary className="btn btn-line">{words.reject}</summary>
      <Form method="post" encType="multipart/form-data">
        <input type="hidden" name="intent" value="reject" />
        <DecisionTarget approval={approval} />
        <SelectField
          label={words.facts.reason}
          name="preset"
          hint={words.reasonHint}
          defaultValue={values.preset ?? ''}
          required
          errors={problems.preset ? [problems.preset] : null}
          onChange={({ currentTarget: field }) => field.setCustomValidity('')}
          onInvalid={({ currentTarget: field }) => field.setCustomValidity(words.chooseReason)}
        >
          <option value="">{words.chooseReason}</option>
          {reasons.map(({ preset, text }) => (
            <option key={preset} value={preset}>
              {text}
            </option>
          ))}
          <option value="own">{words.onlyOwn}</option>
        </SelectField>
        <TextAreaField
          label={words.ownWords}
          optional={optional}
          name="reason"
          rows={2}
          maxLength={500}
          defaultValue={values.reason}
          errors={problems.reason ? [problems.reason] : null}
          hint={words.ownHint}
        />
        <TextField
          type="file"
          label={words.picture}
          optional={optional}
          name="picture"
          accept="image/*"
          hint={words.pictureHint}
          errors={problems.picture ? [problems.picture] : null}
        />
        <Button look="line" busy={isBusy} icon="rotate-ccw">
          {words.doReject}
        </Button>
      </Form>
    </Disclosure>
  )
}

/** Hidden fields that name the task and the photo that a decision is about. */
function DecisionTarget({ approval: { id, photo } }: { approval: Approval }) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      {photo && <input type="hidden" name="photoId" value={photo.id} />}
    </>
  )
}

/** The form with stars, the number of accepted pieces, and further fields. */
function ApproveForm({ approval, children }: { approval: Approval; children: ReactNode }) {
  const { id, quantity } = approval
  // Begins empty, because the number decides the pay.
  const [done, setDone] = useState(Number.NaN)
  const { review: words } = useWords()
  const { amount } = useFormats()
  const isBusy = useSending(id, 'approve')
  return (
    <Form method="post" className="approve-form" data-approve>
      <input type="hidden" name="intent" value="approve" />
      <DecisionTarget approval={approval} />
      <fieldset className="stars">
        <legend className="sr-only">{words.facts.rating}</legend>
        {STARS.map((star) => (
          <label key={star}>
            <input type="radio" name="rating" value={star} required />
            <Icon name="star" />
            <VisuallyHidden>{words.stars({ count: star })}</VisuallyHidden>
          </label>
        ))}
      </fieldset>
      <TextField
        inputMode="numeric"
        autoComplete="off"
        label={words.acceptedOf({ amount: amount(quantity, approval.unit) })}
        name="doneQuantity"
        fieldClassName="approve-done"
        required
        onChange={({ currentTarget: field }) => {
          const typed = numberIn(field.value)
          setDone(typed)
          field.setCustomValidity(isShare(typed, quantity) ? '' : words.from1To({ quantity }))
        }}
        hint={payHint(words, approval, done)}
      />
      {children}
      <Button busy={isBusy} icon="check">
        {words.approve}
      </Button>
    </Form>
  )
}

function isShare(done: number, quantity: number): boolean {
  return Number.isInteger(done) && done >= 1 && done <= quantity
}

/** Returns the text with the pay for this number of accepted pieces. */
function payHint(words: Words['review'], { paymentAmount, quantity }: Approval, done: number): string {
  if (!isShare(done, quantity)) return words.from1To({ quantity })
  const amount = formatPrice(paymentAmount)
  const part = formatPrice(paymentFor({ paymentAmount, quantity }, done))
  return done === quantity ? words.pays({ amount }) : words.paysPart({ part, amount })
}

/** True while this form is being sent. */
export function useSending(id: string, intent: string): boolean {
  const { formData } = useNavigation()
  return formData?.get('id') === id && formData.get('intent') === intent
}

/** Returns the URL of a photo's small copy. */
export function smallPhoto(url: string): string {
  return `${url}&size=small`
}
