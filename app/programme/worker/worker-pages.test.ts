import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { TextsContext } from '#app/kit/work/reader.ts'
import { type Phone, PhoneContext } from '#app/programme/offline/use-phone.ts'
import { hasUnsent, type Refusal } from '#app/programme/offline/waiting.ts'
import { readerIn, TEXTS } from '#app/programme/words/words.server.ts'
import { loader as loadDashboard } from '#app/programme/worker/dashboard.tsx'
import { workerAction } from '#app/programme/worker/dashboard-action.server.ts'
import { action as askOnHelpPage } from '#app/programme/worker/help.tsx'
import { NetworkNotice } from '#app/programme/worker/network-notice.tsx'
import PhotoPage from '#app/programme/worker/photo.tsx'
import { rowText, WaitingList } from '#app/programme/worker/waiting-list.tsx'
import { workerContext } from '#app/request/guards.server.ts'
import { makeWorker } from '#db/factories/task.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { listOwnQuestions } from '#shop/programme/pay.read.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { renderHtml } from '#tests/rendered.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { asAdmin, makeStartedTask } = await story(shop)

const post = (fields: Record<string, string>) =>
  new Request('http://shop.test/', { method: 'POST', body: new URLSearchParams(fields) })

const EMPTY_PHONE: Phone = {
  ...{ ownerId: 'w', starts: [], steps: [], photos: [], decisions: [], questions: [], sentQuestions: [] },
  ...{
    sent: new Map(),
    isStuck: false,
    decided: [],
    refusals: 0,
    arrivals: 0,
    problem: null,
    tasks: [],
    locked: 0,
  },
}

/** Renders a view in English, with this content of the phone. */
function renderOn(phone: Partial<Phone>, view: ReactNode): string {
  const withPhone = createElement(PhoneContext, { value: { ...EMPTY_PHONE, ...phone } }, view)
  return renderHtml(createElement(TextsContext, { value: { texts: TEXTS.en, language: 'en' } }, withPhone))
}

it('a withdrawn task has a single notice on the phone, whatever was done without a network', () => {
  const gone = (workLogId: string) =>
    ({ workLogId, ownerId: 'w', taskName: `Pack ${workLogId}`, refused: 'gone' }) as const
  const html = renderOn(
    {
      starts: [gone('a'), gone('b')],
      steps: [1, 10].map((step) => ({ ...gone('a'), id: `${step}`, step })),
      photos: [{ ...gone('a'), sha256: 'p', bytes: new Blob(), addedAt: 0 }],
    },
    createElement(WaitingList, { refused: true }),
  )
  expect(html.match(/role="alert"/g)).toHaveLength(2)
  for (const task of ['Pack a', 'Pack b'])
    expect(html.match(new RegExp(`<b>${task}</b>`, 'g'))).toHaveLength(1)
})

it('announces work for which this session has no keys, instead of hiding it', () => {
  const unsent = TEXTS.en.screens.unsent
  expect(renderOn({ locked: 1 }, createElement(NetworkNotice))).toContain(unsent)
  expect(renderOn({}, createElement(NetworkNotice))).not.toContain(unsent)
  expect(hasUnsent({ ...EMPTY_PHONE, locked: 1 })).toBe(true)
})

it('the photo page confirms a photo that has arrived since it was loaded, and accepts another photo after a rejection', () => {
  const phone = { arrivals: 1, tasks: [{ workLogId: 'a', photoAt: 1000 }] }
  const htmlOf = (state: string, asOf: number) => {
    const task = {
      id: 'a',
      name: 'Pack',
      state,
      quantity: 5,
      unit: 'boxes',
      done: 5,
      lastCountId: null,
      asOf,
    }
    const page = createElement(PhotoPage as unknown as FunctionComponent<{ loaderData: object }>, {
      loaderData: { task, ownerId: 'w' },
    })
    return renderOn(phone, page)
  }
  expect(htmlOf('in_progress', 999)).toContain('photo-sent')
  expect(htmlOf('returned', 1001)).toContain('capture="environment"')
  expect(htmlOf('pending_review', 1001)).not.toContain('photo-sent')
})

it('a queued question is not stored for another person who is signed in, and its owner can send it again', async () => {
  const [owner, other] = [await makeWorker(asAdmin), await makeWorker(asAdmin)]
  const sendAs = async (actor: typeof owner) => {
    const context = new RouterContextProvider(new Map([[workerContext, ctx(actor)]]) as never)
    const fields = { id: crypto.randomUUID(), ownerId: owner.id, question: 'When is the next work?' }
    const args = { request: post(fields), context, params: {} }
    const answer = await askOnHelpPage(args as unknown as Parameters<typeof askOnHelpPage>[0])
    return answer instanceof Response ? answer.status : answer.init?.status
  }
  expect(await sendAs(other)).toBe(401)
  expect(await listOwnQuestions(db, other.id)).toEqual([])
  expect(await sendAs(owner)).toBe(303)
})

async function answerTo(worker: Person, fields: Record<string, string>) {
  const checks = { auth: testAuth(shop), limits: NO_RATE_LIMITS }
  const answer = await workerAction(post(fields), { ...ctx(worker), actor: worker }, checks)
  if (answer instanceof Response) throw new Error('redirected')
  return answer.data
}

it('an empty UPI ID is refused if there is none to remove, and a missing PIN is asked for', async () => {
  const worker = { ...(await makeWorker(asAdmin)), withPin: true as const }
  const problemOf = async (proof: string) =>
    (await answerTo(worker, { intent: 'upi', upiId: '', proof })).problem
  expect(await problemOf('')).toBe('pin_missing')
  expect(await problemOf('593017')).toBe('upi')
})

it('a task in review shows the count that was sent and its pay, and is not complete', async () => {
  const worker = await makeWorker(asAdmin)
  const workLogId = await makeStartedTask(worker, { quantity: 5, paymentAmount: rupees(20) })
  must(await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto(1), claimed: 4 }))
  const context = new RouterContextProvider()
  context.set(workerContext, { ...ctx(worker), actor: worker })
  const request = new Request('http://shop.test/shg-worker-dashboard')
  const { recent, figures } = await loadDashboard({ request, context } as never)
  expect(recent).toMatchObject([{ claimed: 4, quantity: 5, pay: rupees(16) }])
  expect(figures).toMatchObject({ totalTasks: 1, completedTasks: 0 })
})

it('the worker is asked once about a number that looks like a landline, even if the proof is missing or wrong', async () => {
  const worker = await makeWorker(asAdmin)
  const phone = '8362345678'
  const save = (fields: Record<string, string>) => answerTo(worker, { intent: 'profile', phone, ...fields })
  expect(await save({ proof: 'secret' })).toMatchObject({ problem: 'landline', confirmedPhone: phone })
  const confirmed = { confirmedPhone: phone }
  expect(await save(confirmed)).toMatchObject({ problem: 'password_missing', ...confirmed })
  expect(await save({ ...confirmed, proof: 'secret' })).toMatchObject({ problem: 'password', ...confirmed })
})

it('a question that was refused because ten are open waits for answers; any other refused question can be sent again', () => {
  const words = readerIn('en').words
  const textOf = (refused: Refusal) =>
    rowText(words, {
      entry: { kind: 'question', workLogId: 'q', ownerId: 'w' },
      ...{ what: 'Question', refused, isSending: false },
    })
  expect(textOf('too_late')).toBe(`Question: ${words.queue.refused.question}`)
  for (const refused of ['gone', 'damaged', 'failed'] as const)
    expect(textOf(refused)).toBe(`Question: ${words.queue.refused.failed}`)
})
