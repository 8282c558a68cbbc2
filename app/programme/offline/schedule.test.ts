import { describe, expect, it } from 'vitest'
import { type Item, nextAttempt, sendDue } from '#app/programme/offline/schedule.ts'
import type { OnPhone, Retry } from '#app/programme/offline/waiting.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'

type Answer = 'accepted' | 'failed' | 'no_answer' | 'refused'

const nameOf = ({ queue, entries: [entry] }: Item) =>
  `${queue} ${entry && 'sha256' in entry ? entry.sha256 : entry?.workLogId}`

/**
 * Returns a phone in memory. `answers`: the server's answer to an item, by the item's name. Other items are accepted.
 */
function phoneWith(
  onPhone: Partial<OnPhone>,
  answers: Record<string, Answer> = {},
  onRequest: (name: string, phone: OnPhone) => void = () => {},
) {
  const phone: OnPhone = {
    starts: [],
    steps: [],
    photos: [],
    decisions: [],
    questions: [],
    tasks: [],
    locked: 0,
    ...onPhone,
  }
  const requests: string[] = []
  let now = 0
  function changeEntries({ queue, entries }: Item, settle: (entry: object) => object | null): void {
    const itemEntries = new Set<object>(entries)
    const changed = phone[queue].flatMap((entry) => (itemEntries.has(entry) ? (settle(entry) ?? []) : entry))
    Object.assign(phone, { [queue]: changed })
  }
  const queue = {
    read: async () => ({ ...phone }),
    async send(item: Item): Promise<boolean> {
      requests.push(nameOf(item))
      onRequest(nameOf(item), phone)
      const answer = answers[nameOf(item)] ?? 'accepted'
      if (answer === 'no_answer') throw new Error('no network')
      if (answer === 'failed') return false
      changeEntries(item, (entry) => (answer === 'refused' ? { ...entry, refused: 'damaged' } : null))
      return true
    },
    async postpone(item: Item, why: 'failed' | 'no_answer') {
      changeEntries(item, (entry) => ({ ...entry, ...nextAttempt(entry as Retry, why, now) }))
    },
  }
  return {
    ...{ phone, answers, requests },
    /** Returns the items that are sent if the queue is run after this pause. */
    async run(pause = 0): Promise<string[]> {
      now += pause
      requests.length = 0
      await sendDue(queue, now).catch(() => {})
      return [...requests]
    },
  }
}

const entryOf = (workLogId: string) => ({ workLogId, ownerId: 'her', taskName: 'Mix', refused: null })
const start = entryOf
const step = (workLogId: string, id: string) => ({ ...entryOf(workLogId), id, step: 1 })
const photo = (workLogId: string, sha256 = workLogId) => ({
  ...entryOf(workLogId),
  ...{ sha256, bytes: new Blob(), addedAt: 0 },
})

describe('a photo that the server cannot accept', () => {
  it('does not block photos, counts and starts of other tasks', async () => {
    const { run, phone } = phoneWith(
      { photos: [photo('a'), photo('b')], steps: [step('c', '1')], starts: [start('d')] },
      { 'photos a': 'failed' },
    )
    expect(await run()).toEqual(['starts d', 'steps c', 'photos a', 'photos b'])
    expect(phone).toMatchObject({ starts: [], steps: [], photos: [{ sha256: 'a', tries: 1 }] })
  })

  it('is retried after a pause that doubles up to an hour, and is sent once', async () => {
    const { run, phone, answers } = phoneWith({ photos: [photo('a')] }, { 'photos a': 'failed' })
    await run()
    const pauses: number[] = []
    for (let tries = 1; tries < 10; tries += 1) {
      const pause = (phone.photos[0]?.retryAt ?? 0) - pauses.reduce((sum, ms) => sum + ms, 0)
      expect(await run(pause - 1)).toEqual([])
      expect(await run(1)).toEqual(['photos a'])
      pauses.push(pause)
    }
    expect(pauses.map((ms) => ms / MINUTE_MS)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60])
    answers['photos a'] = 'accepted'
    expect(await run(HOUR_MS)).toEqual(['photos a'])
    expect(await run(DAY_MS)).toEqual([])
  })

  it('does not block a second photo of its task', async () => {
    const { run } = phoneWith({ photos: [photo('a', 'bad'), photo('a', 'good')] }, { 'photos bad': 'failed' })
    expect(await run()).toEqual(['photos bad', 'photos good'])
  })
})

describe('within a task', () => {
  const work = () => ({
    starts: [start('a'), start('b')],
    steps: [step('a', '1'), step('b', '2'), step('a', '3')],
    photos: [photo('a'), photo('b')],
  })

  it('the start is sent first, then the counts, then the photo', async () => {
    const { run } = phoneWith(work())
    const all = ['starts a', 'starts b', 'steps a', 'steps b', 'photos a', 'photos b']
    expect(await run()).toEqual(all)
    expect(await run()).toEqual([])
  })

  it('each kind of item waits for the previous one, while other tasks go on', async () => {
    const { run, answers } = phoneWith(work(), { 'starts a': 'failed' })
    expect(await run()).toEqual(['starts a', 'starts b', 'steps b', 'photos b'])
    Object.assign(answers, { 'starts a': 'accepted', 'steps a': 'failed' })
    expect(await run(HOUR_MS)).toEqual(['starts a', 'steps a'])
    answers['steps a'] = 'accepted'
    expect(await run(HOUR_MS)).toEqual(['steps a', 'photos a'])
  })

  it('an entry that was refused blocks nothing and stays on the phone', async () => {
    const { run, phone } = phoneWith(work(), { 'steps a': 'refused' })
    expect((await run()).slice(-2)).toEqual(['photos a', 'photos b'])
    expect(phone.steps).toMatchObject([{ id: '1', refused: 'damaged' }, { id: '3' }])
    expect(await run(HOUR_MS)).toEqual([])
  })

  it('counts are sent in requests of up to 500, each count once', async () => {
    const steps = Array.from({ length: 1_100 }, (_, at) => step('a', String(at)))
    const { run, phone } = phoneWith({ steps })
    expect(await run()).toEqual(['steps a', 'steps a', 'steps a'])
    expect(phone.steps).toEqual([])
  })
})

describe('when a request gets no answer', () => {
  it('the run ends, and the next run begins with the other items', async () => {
    const { run, answers } = phoneWith(
      { photos: [photo('a'), photo('b'), photo('c')] },
      { 'photos a': 'no_answer' },
    )
    expect(await run()).toEqual(['photos a'])
    expect(await run()).toEqual(['photos b', 'photos c'])
    answers['photos a'] = 'accepted'
    expect(await run(MINUTE_MS)).toEqual(['photos a'])
  })

  it('the pause is two minutes at most', () => {
    expect(nextAttempt({ tries: 9 }, 'no_answer', 5)).toEqual({ tries: 10, retryAt: 5 + 2 * MINUTE_MS })
  })
})

it('sendDue also sends counts that were added during its run, before the remaining photos', async () => {
  const { run } = phoneWith({ photos: [photo('a'), photo('b')] }, {}, (name, phone) => {
    if (name === 'photos a') phone.steps.push(step('c', '1'))
  })
  expect(await run()).toEqual(['photos a', 'steps c', 'photos b'])
})

it('sendDue sends an item whose retry time was set while the clock was far ahead', async () => {
  const { run } = phoneWith({ photos: [{ ...photo('a'), tries: 1, retryAt: 365 * DAY_MS }] })
  expect(await run()).toEqual(['photos a'])
})
