/**
 * Finds faults in the layout and keyboard focus of an open page. The functions run in the page, so they import nothing.
 */
import type { Page } from '@playwright/test'

/** Returns the elements that scroll sideways, except fields and code. */
export function sidewaysBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => !element.matches('textarea, input, select, pre, code, iframe'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map(({ localName, className, scrollWidth }) => `${localName}.${className} is ${scrollWidth} wide`),
  )
}

/**
 * Returns the controls that Tab does not reach in page order, that get no focus ring, or that a bar covers. Checks
 * three controls of each kind.
 */
export function focusFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('* { transition: none !important; scroll-behavior: auto !important; }')
    document.adoptedStyleSheets = [style]
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
    const counts = new Map<string, number>()
    /** True for the first three controls of a kind, as all entries of a long list have the same controls. */
    const isAmongFirst = ({ localName, className, parentElement }: HTMLElement) => {
      const kind = [localName, className, parentElement?.localName, parentElement?.className].join(' ')
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count <= 3
    }
    const stops = [...root.querySelectorAll<HTMLElement>(controls)].filter(
      (element) =>
        isAmongFirst(element) &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getClientRects().length > 0 &&
        !element.matches(':disabled, [inert] *, [role=tab][tabindex="-1"], [aria-hidden=true] *'),
    )
    const ringOf = (element: Element, part?: string) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, part)
      const isDrawn = outlineStyle !== 'none' && outlineWidth !== '0px' && !/, 0\)$/.test(outlineColor)
      return `${isDrawn ? outlineWidth + outlineColor : ''} ${boxShadow}`
    }
    /** Returns the focus rings of the element, its labels and its containers. Any of them may show the focus. */
    const ringsAround = (element: HTMLElement) => {
      const around: Element[] = [element, ...((element as HTMLInputElement).labels ?? [])]
      for (let up = element.parentElement, steps = 0; up && steps < 3; up = up.parentElement, steps += 1)
        around.push(up)
      return around
        .flatMap((each) => [ringOf(each), ringOf(each, '::before'), ringOf(each, '::after')])
        .join()
    }
    const isMarked = (element: HTMLElement, unfocusedRing: string) => {
      if (ringOf(element) !== unfocusedRing) return true
      const focused = ringsAround(element)
      element.blur()
      return ringsAround(element) !== focused
    }
    /** True for a bar that stays in place while the page scrolls beneath it. */
    const isFloating = (over: Element, element: Element): boolean =>
      !over.contains(element) &&
      (['sticky', 'fixed'].includes(getComputedStyle(over).position) ||
        (over.parentElement !== null && isFloating(over.parentElement, element)))
    const findCover = (element: HTMLElement) => {
      const { left, right, top, bottom } = element.getClientRects()[0] ?? element.getBoundingClientRect()
      const hit = document.elementFromPoint(
        (left + right) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      )
      const own = [element, ...((element as HTMLInputElement).labels ?? [])]
      if (!hit || own.some((each) => each.contains(hit)) || hit.contains(element)) return null
      return isFloating(hit, element) ? hit : null
    }
    return stops.flatMap((element) => {
      const name = `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
      const unfocusedRing = ringOf(element)
      element.focus()
      if (element.tabIndex !== 0) return `${name}: tabindex ${element.tabIndex}`
      if (document.activeElement !== element) return `${name}: takes no focus`
      const cover = findCover(element)
      return [
        ...(isMarked(element, unfocusedRing) ? [] : [`${name}: no focus ring`]),
        ...(cover ? [`${name}: under ${cover.localName}.${cover.className}`] : []),
      ]
    })
  })
}
