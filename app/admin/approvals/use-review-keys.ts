import { type KeyboardEvent, useEffect, useRef } from 'react'

/**
 * Reviewing by keyboard: n and p go to the next and previous card, 1 to 5 choose stars, a goes to the button that
 * approves, r opens the reasons. No single key decides: a decision cannot be taken back.
 * The keys work only while a card, or something in it, has the focus, and never while one types. After a decision the
 * focus goes to the first card that is left.
 */
export function useReviewKeys(cards: unknown) {
  const list = useRef<HTMLDivElement>(null)
  const decided = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new cards are what a decision leads to
  useEffect(() => {
    if (decided.current) cardsIn(list.current)[0]?.focus()
    decided.current = false
  }, [cards])

  const onKeyDown = (event: KeyboardEvent) => {
    const card = cardOf(event)
    if (!card) return
    const step = { n: 1, p: -1 }[event.key]
    if (step) cardsIn(list.current)[cardsIn(list.current).indexOf(card) + step]?.focus()
    else if (/^[1-5]$/.test(event.key)) star(card, event.key)?.click()
    else if (event.key === 'a') decided.current = goToApprove(card)
    else if (event.key === 'r') openReasons(card)
    else return
    event.preventDefault()
  }
  return { list, onKeyDown }
}

function cardsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
}

/** The card that a key belongs to; null while one types or holds a modifier. */
function cardOf({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): HTMLElement | null {
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return null
  if (target.matches('select, textarea, input:not([type=radio])')) return null
  return target.closest<HTMLElement>('[data-card]')
}

function star(card: HTMLElement, value: string): HTMLInputElement | null {
  return card.querySelector(`input[name=rating][value="${value}"]`)
}

/** The decision is one press more. */
function goToApprove(card: HTMLElement): boolean {
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
