/**
 * Opens each page at its usual width, and fills an id in its address from a real row of the database.
 * lab/browser/other-width.spec.ts opens it at the other width.
 */
import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/e2e/axe.ts'
import { focusFaults, sidewaysBoxes } from '#tests/e2e/page-faults.ts'
import {
  isForDesk,
  isForStaff,
  type OpenedPage,
  openAs,
  openPage,
  PAGE_TESTS,
  showAs,
  unopenedPages,
} from '#tests/e2e/pages.ts'
import { expect, pixelsSideways, requestsElsewhere, test } from '#tests/e2e/shop-page.ts'
import { newerPaths } from '#tests/newer-features.ts'

test('every page with a view is opened', () => {
  expect(unopenedPages()).toEqual([])
})

for (const { title, role, pages } of PAGE_TESTS) {
  test(title, async ({ page, context }) => {
    await context.addInitScript(withoutNewer, newerPaths())
    const elsewhere = requestsElsewhere(context)
    const statuses = new Map<string, number>()
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url())
      statuses.set(pathname.replace(/\.data$/, '') + search, response.status())
    })
    for (const opened of await openAs(context, { role, pages })) {
      await expectSound(page, opened)
      // tests/access checks the status of addresses without a row.
      const { path, status, hasRow } = opened
      if (hasRow) expect.soft(statuses.get(path), `${path}: status`).toBe(status)
    }
    const isLeft = await page.evaluate(() => 'groupBy' in Map || 'toSorted' in Array.prototype)
    expect(isLeft, 'newer built-ins are there').toBe(false)
    expect(elsewhere, 'requests to other sites').toEqual([])
    const cookies = (await context.cookies()).map(({ name }) => name)
    // The sign-in page of workers keeps its language.
    const isUnasked = (name: string) => name !== 'worker-language'
    if (role.name === 'visitor')
      expect(cookies.filter(isUnasked), 'a visitor who only reads gets no cookie').toEqual([])
  })
}

const FORM_TESTS = PAGE_TESTS.filter(({ role }) => ['worker', 'coordinator'].includes(role.name))

for (const { title, role, pages } of FORM_TESTS) {
  test(`answers of forms, ${title}`, async ({ page, context }) => {
    // Without the offline queue, forms are sent at once.
    await context.addInitScript(() => Reflect.deleteProperty(window, 'indexedDB'))
    await showAs(page, 360)
    const seen = new Set<string>()
    for (const { path, status } of await openAs(context, { role, pages })) {
      if (status !== 200) continue
      for (;;) {
        await openPage(page, path)
        const form = await page.evaluate(sendRefusedForm, [...seen])
        if (form === null) break
        seen.add(form)
        const isShown = () => page.evaluate(isAnswerInView)
        await expect.soft
          .poll(isShown, `${path}: the answer to ${form} is in view and has the focus`)
          .toBe(true)
      }
    }
    expect(seen.size).toBeGreaterThan(3)
  })
}

/**
 * Sends the first form that was not sent before, with values that the server refuses, so that nothing changes.
 * Returns a description of the form, or null if there is no such form. Skips forms that leave the page, and those
 * without a field to type in.
 */
function sendRefusedForm(sentForms: string[]): string | null {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
    const button = form.querySelector<HTMLButtonElement>('button:not([type=button])')
    const leaves = /sign-?out$/.test(form.action) || form.querySelector('button[name=language]')
    const typed = form.querySelectorAll<HTMLInputElement>(
      'textarea, input[type=text], input[type=tel], input[type=password], input:not([type])',
    )
    if (leaves || !button || button.disabled || typed.length === 0) continue
    const names = [...form.elements].map((field) => field.getAttribute('name')).filter(Boolean)
    const intent = form.querySelector<HTMLInputElement>('input[name=intent]')?.value ?? ''
    const description = `${form.action} ${intent} ${button.value} ${[...new Set(names)].join(' ')}`
    if (sentForms.includes(description)) continue
    for (const part of document.querySelectorAll('details')) part.open = part.contains(form)
    form.noValidate = true
    // React replaces the setter of the element, so use the setter of its prototype.
    for (const field of typed) {
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
      set?.call(field, field.tagName === 'TEXTAREA' ? '' : '!')
    }
    button.scrollIntoView({ block: 'end' })
    ;(document.activeElement as HTMLElement | null)?.blur()
    button.click()
    return description
  }
  return null
}

/** True if the focus is on the announced result of a form, or on its invalid field, in the visible part of the page. */
function isAnswerInView(): boolean {
  const target = document.activeElement
  if (!target?.matches('[data-answer], [aria-invalid=true]')) return false
  const isAnnounced =
    target.matches('[aria-describedby]') || target.querySelector('[role=alert], [role=status]') !== null
  const { top, bottom } = target.getBoundingClientRect()
  return isAnnounced && top >= 0 && bottom <= innerHeight
}

/** Headers, footers and menus that many pages share. */
const FRAME =
  '.site-header, .site-footer, .admin-top, .admin-rail, .coord-top, .coord-tabs, .worker-top, .worker-foot'

/** Deletes what the oldest supported browsers lack, so that a page that calls it fails. */
function withoutNewer(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.')
    const name = names.pop() ?? ''
    const owner: unknown = names.reduce<unknown>(
      (host, at) => (host as Record<string, unknown> | undefined)?.[at],
      globalThis,
    )
    if (owner !== undefined && owner !== null) Reflect.deleteProperty(Object(owner), name)
  }
}

/** Checks softly, so that a fault of one page does not hide faults of the next page. */
async function expectSound(page: Page, { path }: OpenedPage): Promise<void> {
  await showAs(page, isForDesk(path) ? 1440 : 360)
  await openPage(page, path)
  await expect.soft(page, `${path}: title`).toHaveTitle(/./)
  const headings = page.locator('h1:not([inert] *)').filter({ visible: true })
  await expect.soft(headings, `${path}: main heading`).toHaveCount(1)
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('#main details')) part.open = true
  })
  // Staff pages have only colours of the kit, whose contrasts app/kit/contrast.test.ts checks. The lab checks
  // each page.
  const checks = { frame: FRAME, isContrastChecked: !isForStaff(path) }
  expect.soft(await brokenRules(page, checks), `${path}: axe`).toEqual([])
  await expect.soft.poll(() => pixelsSideways(page), `${path}: scrolls sideways`).toBe(0)
  if (isForStaff(path)) expect.soft(await sidewaysBoxes(page), `${path}: boxes`).toEqual([])
  // A key press makes the browser draw focus rings.
  await page.keyboard.press('Tab')
  expect.soft(await focusFaults(page), `${path}: focus`).toEqual([])
}
