import { type FormEvent, type KeyboardEvent, lazy, type ReactNode, useEffect, useRef } from 'react'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Link } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import {
  ApprovalCard,
  type DeskParts,
  type Reason,
  type RefusedForm,
} from '#app/programme/review/approval-card.tsx'
import type { Approval, OpenPhoto } from '#app/programme/review/shown-photo.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import {
  APPROVAL_FILTERS,
  type ApprovalFilter,
  FILTER_STATES,
  REVIEWS_PER_PAGE,
} from '#shop/programme/task-filters.ts'

/** Loaded when a photo is opened. If that fails, the page and its values stay. */
const PhotoLightbox = lazy(() =>
  import('#app/programme/review/photo-lightbox.tsx').catch(() => ({ default: PhotoByLink })),
)

/** Replaces a lightbox that could not be loaded. Shows a focused link to the photo. */
function PhotoByLink({ open: { approval } }: { open: OpenPhoto; closeTo: string }) {
  const { review: words } = useWords()
  const { taskName } = useFormats()
  if (!approval.photo) return null
  return (
    <Banner tone="warning" live={false}>
      {taskName(approval)}:{' '}
      <a ref={(link) => link?.focus()} href={approval.photo.url}>
        {words.fullSize}
      </a>
    </Banner>
  )
}

type ApprovalsPageProps = {
  filter: ApprovalFilter
  page: number
  /** How many tasks each filter shows. */
  counts: Record<ApprovalFilter, number>
  approvals: Approval[]
  reasons: Reason[]
  /** The path of this list. */
  base: string
  open: OpenPhoto | null
  answer: AdminAnswer | undefined
  /** Shown instead of the decision forms of a task, unless it is null. */
  decisionStatus?: (approval: Approval) => ReactNode
  /** Returns the rejection of this task that was typed on this page, or undefined. */
  typed?: (approval: Approval) => RefusedForm | undefined
  desk?: DeskParts
  /** Handles the submit event of a decision, and may prevent its default. */
  onDecide?: (event: FormEvent<HTMLElement>) => void
}

export function ApprovalsPage(props: ApprovalsPageProps) {
  const { filter, page, counts, approvals, reasons, base, open, answer, desk, onDecide } = props
  const { list, onKeyDown } = useReviewKeys(approvals)
  const pathOf = listPaths(base, APPROVAL_FILTERS, { filter, page })
  const { review: words, frame, pages } = useWords()
  return (
    <AdminPage {...(!desk && { title: words.title, frame: frame.groups })} actions={desk?.actions}>
      <StatusNotice answer={answer} />
      <FilterBar filter={filter} base={base} pending={counts.pending_review} />
      {approvals.length === 0 ? (
        <EmptyList title={words.empty[filter].title}>{words.empty[filter].line}</EmptyList>
      ) : (
        <>
          {desk && (
            <p className="approval-keys">
              <kbd>j</kbd> next, <kbd>k</kbd> previous. With a card in focus: <kbd>Enter</kbd> opens the
              photo, <kbd>1</kbd> to <kbd>5</kbd> stars, <kbd>a</kbd> approve, <kbd>r</kbd> reject.
            </p>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cards inside, which take focus */}
          <div
            ref={list}
            className="approval-list"
            onKeyDown={onKeyDown}
            onSubmitCapture={(event) => {
              ignoreTaps(event.currentTarget)
              onDecide?.(event)
            }}
          >
            {approvals.map((approval) => (
              <ApprovalCard
                key={approval.id}
                approval={approval}
                reasons={reasons}
                photoTo={pathOf(page, { photo: approval.id })}
                decisionStatus={props.decisionStatus?.(approval) ?? null}
                refused={(answer && refusedFor(answer, approval)) ?? props.typed?.(approval)}
                desk={desk}
              />
            ))}
          </div>
        </>
      )}
      <NumberedPager
        page={page}
        perPage={REVIEWS_PER_PAGE}
        count={approvals.length}
        total={counts[filter]}
        words={pages}
        pathOf={pathOf}
      />
      {open && <PhotoLightbox open={open} closeTo={pathOf()} />}
    </AdminPage>
  )
}

const DOUBLE_TAP_MS = 500
let tapTimer: ReturnType<typeof setTimeout> | undefined

/** Ignores taps right after a decision. The decision moves another card under the second tap of a double tap. */
function ignoreTaps(list: HTMLElement): void {
  clearTimeout(tapTimer)
  list.style.pointerEvents = 'none'
  tapTimer = setTimeout(() => list.style.removeProperty('pointer-events'), DOUBLE_TAP_MS)
}

type FilterBarProps = Pick<ApprovalsPageProps, 'filter' | 'base'> & { pending: number }

function FilterBar({ filter, base, pending }: FilterBarProps) {
  const { review: words } = useWords()
  return (
    <div className="approval-bar">
      <nav aria-label={words.filter} className="approval-filters">
        {(Object.keys(FILTER_STATES) as ApprovalFilter[]).map((value) => (
          <Link
            key={value}
            to={listPaths(base, APPROVAL_FILTERS, { filter: value, page: 1 })()}
            className="chip"
            aria-current={value === filter ? 'true' : undefined}
          >
            {words.filters[value]}
          </Link>
        ))}
      </nav>
      <p className="approval-count">{words.pending({ count: pending })}</p>
    </div>
  )
}

function refusedFor(
  { ok, problems = {}, values = {} }: AdminAnswer,
  { id }: Approval,
): RefusedForm | undefined {
  return !ok && values.intent === 'reject' && values.id === id ? { problems, values } : undefined
}

/**
 * Review by keyboard, in addition to the keys of every list (app/desk/list-keys.tsx): 1 to 5 set stars, a focuses
 * Approve, r opens the reasons. No single key decides. Keys work while the focus is in a card, outside of text fields.
 */
function useReviewKeys(cards: unknown) {
  const list = useRef<HTMLDivElement>(null)
  const hasDecided = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a decision has changed the cards
  useEffect(() => {
    if (hasDecided.current) cardsIn(list.current)[0]?.focus()
    hasDecided.current = false
  }, [cards])

  const onKeyDown = (event: KeyboardEvent) => {
    const card = cardOf(event)
    if (!card) return
    if (/^[1-5]$/.test(event.key)) findStar(card, event.key)?.click()
    else if (event.key === 'a') hasDecided.current = focusApprove(card)
    else if (event.key === 'r') openReasons(card)
    else return
    event.preventDefault()
  }
  return { list, onKeyDown }
}

function cardsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
}

/** Returns the card to which a key applies. Null while the person types, or with a modifier key. */
function cardOf({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): HTMLElement | null {
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return null
  if (target.matches('select, textarea, input:not([type=radio])')) return null
  return target.closest<HTMLElement>('[data-card]')
}

function findStar(card: HTMLElement, value: string): HTMLInputElement | null {
  return card.querySelector(`input[name=rating][value="${value}"]`)
}

/** Focuses the button, so that Enter confirms the decision. */
function focusApprove(card: HTMLElement): boolean {
  const button = card.querySelector<HTMLElement>('form[data-approve] button')
  button?.focus()
  return button !== null
}

function openReasons(card: HTMLElement): void {
  const reasons = card.querySelector<HTMLDetailsElement>('details[data-reject]')
  if (!reasons) return
  reasons.open = true
  reasons.querySelector('select')?.focus()
}
