/** The worker's screens offline after the first visit. The connection is really cut, and the browser is closed. */
import { alive } from '#tests/e2e/alive.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { rowOf, stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopDatabase } from '#tests/e2e/signed-in.ts'
import {
  dispatchSync,
  HOME,
  makeFirstVisit,
  newLongTask,
  openPhotoPage,
  panelOf,
  startAndCount,
  takePhoto,
} from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('a start, counts and a photo that were made offline reach the server once, although the browser restarts', async () => {
  const task = await newLongTask()
  await withPhone(async (phone) => {
    const first = await makeFirstVisit(phone, task)
    await phone.cut()
    await first.getByRole('link', { name: 'Ask anything' }).click()
    const question = first.getByLabel(/^Write your question/)
    // Without a network the link opens a stored document, whose form cannot be sent before hydration.
    await expect(question).toBeVisible()
    await alive(first)
    await question.fill('When is the next work?')
    await first.getByRole('button', { name: 'Send the question' }).click()
    await expect(first.getByText('Your question is safe on this phone.')).toBeVisible()
    await first.goto(`${HOME}?tab=active`)
    await startAndCount(first, task)
    await openPhotoPage(first, task)
    const waitingText = first.getByText('It is sent as soon as there is a network')
    const send = first.getByRole('button', { name: 'No, 11 boxes done' })
    await takePhoto(first, 300)
    await send.click()
    await expect(waitingText).toBeVisible()
    await first.getByRole('button', { name: 'Remove photo' }).click()
    await expect(waitingText).toBeHidden()
    // The second photo replaces the first.
    for (const pixels of [300, 400]) {
      await takePhoto(first, pixels)
      await send.click()
      await expect(waitingText).toBeVisible()
    }
    await first.reload()
    await expect(first.getByRole('listitem').filter({ hasText: task.name })).toHaveCount(3)
    await expectAccessible(first, 'three steps wait')
    await phone.close()

    const later = await phone.open()
    await later.goto(`${HOME}?tab=active`)
    await expect(later.getByText('No network. Your work is saved on this phone.')).toBeVisible()
    await expect(
      later.getByText(/^Still to be sent: started 1 · count \+11 · photos 1 \(\d+ KB\)$/),
    ).toBeVisible()
    await expect(panelOf(later, task)).toContainText('11 done. 29 left.')
    expect(await rowOf(task)).toMatchObject({ state: 'pending', progressCount: 0 })
    // The photo is sent without an open page.
    await later.goto('about:blank')
    await phone.restore()
    await dispatchSync(later, HOME, async () => (await stateOf(task)) === 'pending_review')
    expect(await rowOf(task)).toMatchObject({ progressCount: 11, claimedQuantity: 11 })
    const questions = shopDatabase().selectFrom('payQuestions').select('question')
    const ownQuestions = () => questions.where('userId', '=', task.worker.id).execute()
    await expect.poll(ownQuestions).toEqual([{ question: 'When is the next work?' }])
  })
})
