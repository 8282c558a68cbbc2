/** Helpers for photos that wait for a coordinator's decision, on a phone that has stored the pages. */
import type { Locator, Page } from '@playwright/test'
import { waitUntilIdle } from '#tests/e2e/alive.ts'
import { newCoordinator, newGroup, newSubmittedTask, type Task } from '#tests/e2e/programme.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'

export function cardOf(page: Page, { name }: Task): Locator {
  return page.getByRole('article').filter({ hasText: name })
}

/** Creates a group with a coordinator, and tasks whose photos wait for a decision. */
export async function newPhotos(count: number) {
  const group = await newGroup()
  const tasks: Task[] = []
  while (tasks.length < count) tasks.push(await newSubmittedTask(group))
  return { group, tasks: tasks as [Task, ...Task[]], email: await newCoordinator(group) }
}

/** Signs the coordinator in and opens the photos. Resolves when the browser has stored pages and photos. */
export async function storePhotos(page: Page, email: string, photos: number): Promise<void> {
  await openSession(page.context(), email)
  await page.goto('/coordinator/photos')
  const areStored = () =>
    page.evaluate(async (count) => {
      const paths = (await (await caches.open('worker-pages')).keys()).map(({ url }) => new URL(url).pathname)
      const stored = paths.filter((path) => /^\/api\/work-logs\/.+\/photos\//.test(path)).length
      const isGroupStored = paths.some((path) => path.startsWith('/coordinator/groups/'))
      return stored >= count && isGroupStored && paths.includes('/coordinator/photos')
    }, photos)
  await expect.poll(areStored).toBe(true)
}

export async function approve(page: Page, task: Task, count: string): Promise<void> {
  const card = cardOf(page, task)
  await card.locator('.stars label').nth(3).tap()
  await card.getByLabel(/^Accepted of 50/).fill(count)
  await pressTwice(card.getByRole('button', { name: 'Approve' }))
  await expect(card.getByText('Saved on this phone.')).toBeVisible()
  await waitUntilIdle(page)
  await expect(page).not.toHaveURL(/photo=/)
}

/** Presses the button twice at once, then presses the same place again after other cards have moved there. */
async function pressTwice(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  await button.evaluate((element: HTMLElement) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const changes = new MutationObserver(() => {
      if (element.isConnected) return
      changes.disconnect()
      const tap = new MouseEvent('click', { bubbles: true, cancelable: true })
      document.elementFromPoint(x + width / 2, y + height / 2)?.dispatchEvent(tap)
    })
    changes.observe(document.body, { childList: true, subtree: true })
    element.click()
    element.click()
  })
}
