/** A worker's tasks on a phone with an unreliable network. */
import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { chooseFile } from '#tests/e2e/big-files.ts'
import { countOf, newTask, newWorker, photoFile, rowOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, requestAsAdmin, sessionCookie, shopOrigin } from '#tests/e2e/signed-in.ts'
import {
  cameraOf,
  HOME,
  openNewTask,
  openPhotoPage,
  panelOf,
  photoPath,
  startTask,
  takePhoto,
} from '#tests/e2e/worker-phone.ts'
import { pictureWithHeader, TEXT, truncatedPhoto } from '#tests/pictures.ts'

test.use({ cutsNetwork: true })

test('a worker starts a task, counts pieces and sends a valid photo', async ({ page }) => {
  const task = await openNewTask(page)
  await startTask(page, task)
  const panel = panelOf(page, task)
  await panel.getByRole('button', { name: 'One more done' }).click()
  await expect(panel).toContainText('1 done. 2 left.')
  await panel.getByRole('button', { name: 'Take one back' }).click()
  await expect(panel).toContainText('0 done. 3 left.')
  await openPhotoPage(page, task)

  const send = page.getByRole('button', { name: 'Send this photo' })
  const problem = page.getByRole('alert')
  await expect(send).toBeDisabled()
  const jpeg = { name: 'photo.jpg', mimeType: 'image/jpeg' }
  await cameraOf(page).setInputFiles({ ...jpeg, buffer: TEXT })
  await expect(problem).toHaveText('Please select a valid image file')
  await chooseFile(cameraOf(page), 'p.jpg', 6 * 1024 * 1024)
  await cameraOf(page).dispatchEvent('change')
  await expect(problem).toHaveText('File size must be less than 5MB')
  const bomb = await pictureWithHeader({ format: 'png', side: 8000 })
  await cameraOf(page).setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: bomb })
  await expect(problem).toHaveText(/too many pixels.*screenshot/)
  await cameraOf(page).setInputFiles({ ...jpeg, buffer: await truncatedPhoto() })
  await expect(problem).toHaveText('Please select a valid image file')
  await expect(send).toBeDisabled()

  await takePhoto(page)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeHidden()
  const clear = { width: 40, height: 40, channels: 4, background: '#0000' } as const
  const buffer = await sharp({ create: clear }).png().toBuffer()
  const chosen = page.getByLabel('Choose a photo')
  // Android galleries give no MIME type, or a wrong type.
  for (const mimeType of ['', 'application/octet-stream']) {
    await chosen.setInputFiles({ ...(await photoFile(600)), name: 'IMG-4711', mimeType })
    await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove photo' }).click()
  }
  await chosen.setInputFiles({ name: 'clear.png', mimeType: 'image/png', buffer })
  expect(await page.getByRole('img', { name: 'Your photo' }).evaluate(firstPixel)).toEqual([255, 255, 255])
  await page.getByRole('button', { name: 'Remove photo' }).click()
  // After two quick choices, the last photo is shown and sent.
  const blue = { create: { width: 2400, height: 2400, channels: 3, background: '#00f' } } as const
  const files = { earlier: await sharp(blue).png().toBuffer(), last: (await photoFile(900)).buffer }
  await page.evaluate(chooseTwice, {
    earlier: files.earlier.toString('base64'),
    last: files.last.toString('base64'),
  })
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  expect(await page.getByRole('img', { name: 'Your photo' }).evaluate(firstPixel)).not.toEqual([0, 0, 254])
  await expect(page.getByText('3 left. Are all done?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Correct the count first' })).toBeVisible()
  await page.getByRole('button', { name: 'Yes, all done (3 boxes)' }).click()
  await expect(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
  expect(await rowOf(task)).toMatchObject({ state: 'pending_review', progressCount: 0, claimedQuantity: 3 })
  await expect(page).toHaveURL(HOME)
})

/** Chooses two photos: the second while the first, a larger photo, is being made smaller. */
function chooseTwice(files: { earlier: string; last: string }): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file][capture]')
  const send = document.querySelector<HTMLButtonElement>('button[name=claimed]')
  for (const base64 of [files.earlier, files.last]) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const chosen = new DataTransfer()
    chosen.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
    if (input) input.files = chosen.files
    input?.dispatchEvent(new Event('change', { bubbles: true }))
    if (!send?.disabled) throw new Error('Send is enabled while a photo is being shrunk')
  }
}

/** Returns red, green and blue of a picture's first pixel. */
async function firstPixel(picture: SVGElement | HTMLElement): Promise<number[]> {
  const image = picture as HTMLImageElement
  await image.decode()
  const bitmap = await createImageBitmap(image)
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form adds to the count from another phone, a repeated form counts once, and a photo is posted', async ({
    page,
    context,
  }) => {
    const worker = await newWorker()
    const task = await newTask(worker, { quantity: 12 })
    await openSession(context, worker.email)
    await page.goto(`${HOME}?tab=active`)
    const tap = async (panel: Locator, name: string) => {
      await panel.getByRole('button', { name }).click()
      await expect(panel.page().getByRole('heading', { name: 'Recent tasks' })).toBeVisible()
    }
    await tap(panelOf(page, task), 'Start work')
    await page.goto(`${HOME}?tab=active`)
    const cookie = await sessionCookie({ email: worker.email })
    const headers = { origin: shopOrigin(), cookie }
    const steps = [...Array(7).keys()].map(() => ({ id: randomUUID(), step: 1 }))
    await page.request.post(`/api/work-logs/${task.id}/counts`, { data: { steps }, headers })
    await tap(panelOf(page, task), 'One more done')
    expect(await countOf(task)).toBe(8)
    // Sends a form twice, as a second tap on a slow network does.
    const fields = { intent: 'count', id: task.id, stepId: randomUUID(), step: '1' }
    for (const _ of [1, 2]) await page.request.post(HOME, { form: fields, headers })
    expect(await countOf(task)).toBe(9)

    await page.goto(photoPath(task))
    const send = page.getByRole('button', { name: 'Yes, all done (12 boxes)' })
    await send.click()
    await expect(page.getByRole('alert')).toHaveText('Missing required information')
    await page.getByLabel('Take photo').setInputFiles(await photoFile(900))
    await send.click()
    await expect(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
    expect(await rowOf(task)).toMatchObject({
      state: 'pending_review',
      progressCount: 9,
      claimedQuantity: 12,
    })
    expect((await requestAsAdmin('DELETE', `/work-logs/${task.id}`)).status).toBe(409)
  })
})
