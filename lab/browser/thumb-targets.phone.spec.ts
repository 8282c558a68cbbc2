/** Every target on the pages of admins and coordinators measures at least 44 pixels. */
import type { Page } from '@playwright/test'
import { isForStaff, openAs, PAGE_TESTS } from '#tests/e2e/pages.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

for (const { title, role, pages } of PAGE_TESTS) {
  // Pages for printing are used at a desk.
  const opened = pages.filter(
    ({ path, status }) => status === 200 && isForStaff(path) && !path.includes('/print/'),
  )
  if (opened.length === 0) continue
  test(title, async ({ page, context }) => {
    for (const { path } of await openAs(context, { role, pages: opened })) {
      await page.goto(path)
      await page.evaluate(() => {
        for (const part of document.querySelectorAll<HTMLDetailsElement>('#main details')) part.open = true
      })
      expect.soft(await smallTargets(page), path).toEqual([])
    }
  })
}

/** The controls that are too small for a thumb, with their names and sizes, without links within a text. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MIN_PIXELS = 44
    const hasWords = (node: Node | null) => node instanceof Text && /[\p{L}\p{N}]/u.test(node.data)
    const neighbour = (element: Element, side: 'previousSibling' | 'nextSibling') => {
      let node = element[side]
      while (node && (node instanceof Comment || (node instanceof Text && node.data.trim() === '')))
        node = node[side]
      return node
    }
    const isInline = (element: Element) => /^inline(-block)?$/.test(getComputedStyle(element).display)
    const isInText = (link: Element) => {
      for (let at: Element | null = link; at && isInline(at); at = at.parentElement)
        if (hasWords(neighbour(at, 'previousSibling')) || hasWords(neighbour(at, 'nextSibling'))) return true
      return false
    }
    const isHidden = (element: Element) => {
      const head = element.closest('thead')
      return !element.checkVisibility({ visibilityProperty: true }) || (head && head.clientWidth <= 1)
    }
    const targetOf = (element: Element) =>
      element.matches('input') ? (element.closest('label') ?? element) : element
    const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary'
    const targets = [...document.querySelectorAll(controls)].flatMap((element) => {
      const { width, height } = targetOf(element).getBoundingClientRect()
      const isLink = element.matches('a')
      if (isHidden(element) || width < 2 || (isLink && isInText(element))) return []
      if (Math.round(height) >= MIN_PIXELS && (isLink || Math.round(width) >= MIN_PIXELS)) return []
      const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
      return `${element.localName} “${name?.trim().slice(0, 40)}” ${Math.round(width)}×${Math.round(height)}`
    })
    return [...new Set(targets)]
  })
}
