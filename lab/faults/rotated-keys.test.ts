/** Rotates AUTH_SECRET in two processes of a real shop while people use it. */
import { createEmailVerificationToken } from 'better-auth/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSession } from '#db/factories/session.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { linkSigner, mailedLinkKeys } from '#infra/keys/key-ring.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const OLD = 'the old secret of at least thirty-two characters'
const NEW = 'the new secret of at least thirty-two characters'
const NAME = 'better-auth.session_token'

const { url: databaseUrl, db, ctx } = await testDatabase()
const ports = [await freePort(), await freePort()]
const urls = ports.map((port) => `http://127.0.0.1:${port}`)
const ORIGIN = urls[0] as string
const dataDir = makeOpenFolder()
const shops: ShopProgram[] = []

const start = async (at: number, secrets: string[]) => {
  const shared = { DATABASE_URL: databaseUrl, ORIGIN, DATA_DIR: dataDir, RATE_LIMITS: 'on' }
  const shop = startProcess({ ...shared, PORT: `${ports[at]}`, AUTH_SECRET: secrets.join(',') })
  shops[at] = shop
  await readyShop(shop)
}

/** Replaces one process after the other. */
const restart = async (...secrets: string[]) => {
  for (const at of ports.keys()) {
    expect(await endShop(shops[at] as ShopProgram, 'SIGTERM')).toBe(0)
    await start(at, secrets)
  }
}

beforeAll(async () => {
  await seedRealShop(databaseUrl)
  for (const at of ports.keys()) await start(at, [OLD])
})
afterAll(async () => {
  for (const shop of shops) await endShop(shop, 'SIGKILL')
  removeFolders()
})

/** Requests from one process after the other until one responds, because a restarting process does not respond. */
async function fetchAnswer(path: string, init: RequestInit, turn: number): Promise<Response> {
  for (let at = turn; ; at += 1) {
    const answer = await fetch(urls[at % urls.length] + path, init).catch(() => null)
    if (answer) return answer
  }
}

/** Opens the customer's orders at the processes in turn until stopped, as a browser with cookies. */
function browse(cookie: { name: string; value: string }) {
  const jar = new Map([[cookie.name, cookie.value]])
  const statuses: number[] = []
  let isOn = true
  const loop = async () => {
    for (let turn = 0; isOn; turn += 1) {
      const header = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetchAnswer('/api/orders', { headers: { cookie: header } }, turn)
      await answer.arrayBuffer()
      statuses.push(answer.status)
      const page = await fetchAnswer('/orders', { headers: { cookie: header }, redirect: 'manual' }, turn)
      await page.arrayBuffer()
      statuses.push(page.status)
      for (const set of [...answer.headers.getSetCookie(), ...page.headers.getSetCookie()]) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (/max-age=0/i.test(set)) jar.delete(name)
        else jar.set(name, value)
      }
    }
  }
  const looping = loop()
  const waitForResponses = async (more: number) => {
    const target = statuses.length + more
    while (statuses.length < target) await new Promise((resolve) => setImmediate(resolve))
  }
  const stop = async () => {
    isOn = false
    await looping
  }
  return { statuses, waitForResponses, stop }
}

it('a rotation signs nobody out, and sessions, links and photos of the old secret work until it is removed', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => makeUser(db)))
  const browsers = []
  for (const { id } of customers) browsers.push(browse(await makeSession(db, id, OLD)))
  const unused = await makeSession(db, customers[0]?.id ?? '', OLD)

  const worker = await makeWorker(ctx(await makeUser(db, { staffRole: 'owner' })))
  const workLogId = await makeTask(ctx(await makeUser(db, { staffRole: 'owner' })), worker)
  await startTask(ctx(worker), { workLogId })
  const session = await makeSession(db, worker.id, OLD)
  const workerCookie = `${session.name}=${session.value}`
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(await phonePhoto(1))], 'photo.jpg', { type: 'image/jpeg' }))
  const upload = await fetch(`${ORIGIN}/api/work-logs/${workLogId}/photo`, {
    method: 'POST',
    headers: { cookie: workerCookie, origin: ORIGIN },
    body: form,
  })
  const { id: photoId } = await upload.json()
  const photo = photoPath(linkSigner([OLD], 'files'), { workLogId, photoId }, new Date())
  const people = await Promise.all(Array.from({ length: 3 }, () => makeUser(db, { emailVerified: false })))
  const links = await Promise.all(
    people.map(({ email }) => createEmailVerificationToken(mailedLinkKeys([OLD])[0], email)),
  )
  const verifyEmail = async (at: number) => {
    const body = JSON.stringify({ token: links[at], name: 'Asha Rao', password: 'Ragi-and-Jowar-2026' })
    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    return (await fetch(`${urls[at % 2]}/api/auth/verify-email`, { method: 'POST', headers, body })).status
  }
  const photoAt = async (cookie = workerCookie) =>
    Promise.all(urls.map(async (url) => (await fetch(url + photo, { headers: { cookie } })).status))

  expect(await photoAt()).toEqual([200, 200])
  await restart(OLD, NEW)
  expect(await verifyEmail(0)).toBe(200)
  await restart(NEW, OLD)
  for (const { waitForResponses } of browsers) await waitForResponses(20)
  expect(await photoAt()).toEqual([200, 200])
  expect(await verifyEmail(1)).toBe(200)
  // The worker's browser also gets a cookie with the new key.
  const again = await fetch(`${ORIGIN}/api/orders`, { headers: { cookie: workerCookie } })
  const resigned = again.headers.getSetCookie().find((cookie) => cookie.startsWith(NAME)) ?? ''
  await restart(NEW)
  for (const { waitForResponses } of browsers) await waitForResponses(20)
  await Promise.all(browsers.map(({ stop }) => stop()))
  for (const { statuses } of browsers) expect(new Set(statuses)).toEqual(new Set([200]))

  expect(await photoAt(resigned.split(';')[0])).toEqual([404, 404])
  expect(await verifyEmail(2)).toBe(401)
  const unusedCookie = { cookie: `${unused.name}=${unused.value}` }
  expect((await fetch(`${ORIGIN}/api/orders`, { headers: unusedCookie })).status).toBe(401)
}, 300_000)
