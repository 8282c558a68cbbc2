/// <reference lib="webworker" />
/**
 * The service worker of the worker's and the coordinator's screens. After the first visit it opens them without a
 * network. It sends the queue when the network is back, even without an open page. It ignores the shop's other pages.
 */

import { LAST_SIGN_OUT, PAGES, PAGES_LOCK, SIGN_OUT_SYNC, SIGN_OUTS } from '#app/kit/forget-screens.ts'
import { COORDINATOR_HOME, WORKER_HOME } from '#app/kit/paths.ts'
import { readerOf } from '#app/kit/work/translations.ts'
import {
  type KeptPage,
  type KeptWorker,
  keepPages,
  listKept,
  type Unlocking,
  unlockKept,
  WAIT_MINUTES,
  WRONG_PINS_BEFORE_WAIT,
} from '#app/programme/offline/kept-workers.ts'
import type { KeepPhotos, KeepScreens } from '#app/programme/offline/offline-client.ts'
import { cookieReader, readScreensCookie } from '#app/programme/offline/phone-keys.ts'
import { countAllWaiting } from '#app/programme/offline/phone-store.ts'
import { isSignedIn } from '#app/programme/offline/requests.ts'
import { NO_ANSWER_MS } from '#app/programme/offline/schedule.ts'
import { sendWaiting } from '#app/programme/offline/send-waiting.ts'
import * as en from '#app/programme/words/texts/en.ts'
import * as hi from '#app/programme/words/texts/hi.ts'
import * as mr from '#app/programme/words/texts/mr.ts'
import type { Texts, Words } from '#app/programme/words/words.ts'
import { SCREENS_COOKIE, screensEnd, screensKeys, screensMark, sessionEnd } from '#shop/programme/pin.ts'
import { LANGUAGES, type Language } from '#shop/programme/worker.ts'

const STYLE = `body{margin:0;font:1.25rem/1.5 system-ui,sans-serif;background:#fbf3e4;color:#290d0f}
main{padding:2rem 1.25rem;max-width:34rem;margin:auto;display:grid;gap:1.5rem}h1{font-size:1.625rem;line-height:1.25;margin:0 0 .5rem}
p{margin:0 0 .5rem}a,button{display:block;padding:1.125rem;border-radius:.75rem;background:#290d0f;color:#fff;font:inherit;font-weight:700;text-align:center;text-decoration:none}
form,fieldset{display:grid;gap:1rem;margin:0;padding:0;border:0}button{border:0}form label{display:block}legend{margin-bottom:.5rem;font-weight:700}
fieldset label,[type=password]{padding:.875rem 1rem;border:2px solid #aa9576;border-radius:.75rem;background:#fff}
[type=password]{box-sizing:border-box;width:100%;margin-top:.5rem;font:inherit}[type=radio]{width:1.25rem;height:1.25rem;margin:0 .5rem 0 0;vertical-align:-.15em}`

declare const self: ServiceWorkerGlobalScope
/** The build replaces these by its version, and by every file of each side's screens. */
declare const __BUILD__: string
declare const __FILES__: Record<Side, string[]>

type Side = 'worker' | 'coordinator'

/** The side whose screens this registration serves. Both sides share the caches, whose pages belong to one person. */
const SIDE: Side = new URL(self.registration.scope).pathname.startsWith(COORDINATOR_HOME)
  ? 'coordinator'
  : 'worker'
const HOME = SIDE === 'coordinator' ? COORDINATOR_HOME : WORKER_HOME

const FILE_CACHES = 'worker-files-'
const FILES = `${FILE_CACHES}${__BUILD__}`
/** The manifest file, which every page of this build references. */
const MANIFEST = __FILES__.worker.find((file) => file.startsWith('/assets/manifest-')) ?? ''
const DATA = /\.data$/
/** Paths of photos that a coordinator has seen. They are stored by path, because their signed URLs expire. */
const PHOTO = /^\/api\/work-logs\/[^/]+\/photos\/[^/]+$/
/** Maximum size of all stored photos together. */
const PHOTO_BYTES = 12 * 1024 * 1024
const SIZE_HEADER = 'x-kept-size'
/** The key of the owner and language of the stored screens. They are stored and deleted together with the screens. */
const OWNER = '/-/owner'
/** The path to which the offline page sends a PIN. Only this service worker answers it. */
const UNLOCK_PATH = `${WORKER_HOME}/unlock`
/** The header with a stored page's build and tag. */
const TAG_HEADER = 'x-kept-tag'
/** The response header that names a page's owner. */
const OWNER_HEADER = 'x-worker'

self.addEventListener('install', (event) => event.waitUntil(install()))

/** Stores all files and pages of the new build. Until that is done, the old service worker stays active. */
async function install(): Promise<void> {
  await keepFiles()
  await renewPages()
  await self.skipWaiting()
}

self.addEventListener('activate', (event) => event.waitUntil(activate()))

/** Keeps the files of the previous build, since its pages may still be open. Deletes files of older builds. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(FILE_CACHES) && name !== FILES)
  for (const name of others.slice(0, -1)) await caches.delete(name)
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (request.method === 'POST' && url.pathname === UNLOCK_PATH) event.respondWith(unlockScreens(request))
  else if (request.method === 'POST' && request.mode === 'navigate')
    event.respondWith(postOrOfflinePage(request))
  if (request.method !== 'GET') return
  if (/^\/(assets|illustrations)\//.test(url.pathname)) event.respondWith(fileFirst(request))
  else if (SIDE === 'coordinator' && PHOTO.test(url.pathname)) event.respondWith(photoFirst(event))
  else if (DATA.test(url.pathname)) event.respondWith(dataOrPage(event))
  else if (request.mode === 'navigate') event.respondWith(pageOrStored(event))
})

self.addEventListener('message', (event) => {
  const message = event.data as Partial<KeepScreens & KeepPhotos> | null
  if (message?.photos) event.waitUntil(keepPhotos(message as KeepPhotos))
  if (message?.ownerId && message.screens && message.language)
    event.waitUntil(keepScreens(message as KeepScreens))
})

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string; lastChance: boolean }
  if (tag === SIGN_OUT_SYNC) waitUntil.call(event, endSession())
  if (tag !== 'send-waiting') return
  const work = async () => {
    const owner = await readOwner()
    // A rejected promise makes the browser try again later.
    const until = Date.now() + NO_ANSWER_MS
    if (owner && !(await sendWaiting(owner.ownerId, until))) throw new Error('something still waits')
  }
  waitUntil.call(event, work())
})

/** Sends a request: any request ends a session that was signed out offline. Throws without a network, for a retry. */
async function endSession(): Promise<void> {
  const answer = await fetch('/api/auth/get-session')
  if (answer.status >= 500) throw new Error(`signing out: ${answer.status}`)
}

/** Returns the stored response. Does not use `caches.open`, which would create the cache again after a sign-out. */
function findStored(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: PAGES })
}

type Owner = Pick<KeepScreens, 'ownerId' | 'language' | 'cookie' | 'hasHint'>

async function readOwner(): Promise<Owner | null> {
  const stored = await findStored(OWNER)
  return stored ? stored.json() : null
}

/**
 * Returns the owner if the stored screens may be opened: on a shared phone, until the browser is closed or another
 * person signs in. Otherwise deletes the screens; unsent items stay.
 */
async function currentOwner(): Promise<Owner | null> {
  const owner = await readOwner()
  if (!owner || ((await mayOpen(owner.cookie ?? null)) && (await isHinted(owner)))) return owner
  await caches.delete(PAGES)
  return null
}

async function mayOpen(mark: string | null): Promise<boolean> {
  const end = screensEnd(mark)
  if (end !== null && end <= Date.now()) return false
  if (cookieReader()) return screensMark(await readScreensCookie()) === mark
  // Without the Cookie Store API, only an open page of the shop shows that the browser was not closed.
  return (
    end === null || (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0
  )
}

/** False if the cookie that hints at a signed-in person is gone, because the person signed out without scripts. */
async function isHinted({ hasHint }: Owner): Promise<boolean> {
  const cookieStore = cookieReader()
  if (!hasHint || !cookieStore) return true
  const name = self.location.protocol === 'https:' ? '__Host-account' : 'account'
  return ((await cookieStore.get(name))?.value ?? '') !== ''
}

/** Stores this build's files. Copies unchanged files of earlier builds instead of fetching them. */
async function keepFiles(): Promise<void> {
  const files = await caches.open(FILES)
  await Promise.all(
    __FILES__[SIDE].map(async (file) => {
      if (await files.match(file)) return
      const earlier = file.startsWith('/assets/') ? await caches.match(file) : undefined
      const answer = earlier ?? (await fetch(file))
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
      await files.put(file, answer)
    }),
  )
}

/**
 * Stores the owner's screens after deleting another person's. Runs one at a time, because two scopes share the cache.
 * Stores nothing for a person who has just signed out.
 */
function keepScreens({ ownerId, language, screens, cookie, hasHint, at }: KeepScreens): Promise<void> {
  return storeUnderLock(PAGES_LOCK, at, async () => {
    const earlier = await readOwner()
    if (earlier?.ownerId !== ownerId) {
      await caches.delete(PAGES)
      if (!(await isSignedIn(ownerId))) return
    }
    const pages = await caches.open(PAGES)
    const owner: Owner = { ownerId, language, cookie: screensMark(cookie), hasHint }
    await pages.put(OWNER, Response.json(owner))
    await keepFiles()
    for (const { path, tag } of screens) await keepPage(pages, path, ownerId, tag)
    const paths = new Set(screens.map(({ path }) => path))
    for (const { url } of await pages.keys())
      if (isOfThisSide(pathOf(url)) && !paths.has(pathOf(url))) await pages.delete(url)
    await keepPages(ownerId, {
      keys: screensKeys(cookie, ownerId),
      build: __BUILD__,
      pages: await readStored(pages),
    })
  })
}

/** Returns the stored screens of this side. */
async function readStored(pages: Cache): Promise<KeptPage[]> {
  const stored: KeptPage[] = []
  for (const { url } of await pages.keys()) {
    const page = isOfThisSide(pathOf(url)) ? await pages.match(url) : undefined
    if (page) stored.push({ path: pathOf(url), headers: [...page.headers], html: await page.text() })
  }
  return stored
}

/** Returns the kept workers for whose screens the files are still stored. */
async function listOpenable(): Promise<KeptWorker[]> {
  const builds = new Set((await caches.keys()).map((name) => name.replace(FILE_CACHES, '')))
  return (await listKept(Date.now())).filter(({ screens }) => screens && builds.has(screens.build))
}

/** Opens a worker's screens with the PIN, offline. The session ends with the browser, or after twelve hours. */
function unlockScreens(request: Request): Promise<Response> {
  return navigator.locks.request('unlock', async () => {
    const form = new URLSearchParams(await request.text())
    const result = await unlockKept(form.get('person') ?? '', form.get('pinPassword') ?? '', Date.now())
    if (result.kind !== 'opened') return offlinePage(null, null, { ...result, person: form.get('person') })
    const { worker, keys, pages: screens } = result
    const { ownerId, language } = worker
    const mark = `${sessionEnd(true, new Date()).getTime()}.${crypto.randomUUID()}`
    await caches.delete(PAGES)
    const pages = await caches.open(PAGES)
    for (const { path, headers, html } of screens) await pages.put(path, new Response(html, { headers }))
    const owner: Owner = { ownerId, language, cookie: mark, hasHint: false }
    await pages.put(OWNER, Response.json(owner))
    // The page sets the cookie by a script, because a service worker's response cannot set cookies.
    const cookie = `${SCREENS_COOKIE}=${[mark, ownerId, ...keys].join('.')}; Path=/; SameSite=Lax`
    const script = `document.cookie=${JSON.stringify(cookie)}+(location.protocol==='https:'?'; Secure':'');location.replace(${JSON.stringify(HOME)})`
    return new Response(`<!doctype html><script>${script}</script>`, { headers: HTML })
  }) as Promise<Response>
}

/**
 * Runs `store` under a lock, unless the person has signed out since the page's request at `since` (ms). A sign-out
 * during `store` deletes all stored pages.
 */
function storeUnderLock(lock: string, since: number, store: () => Promise<void>): Promise<void> {
  return navigator.locks.request(lock, async () => {
    if (await isOutdated(since)) return
    // A sign-out records its time before it deletes pages. Either it deletes these pages, too, or the check below sees
    // its time.
    await store().finally(async () => {
      if (await isOutdated(since)) await caches.delete(PAGES)
    })
  }) as Promise<void>
}

async function isOutdated(since: number): Promise<boolean> {
  const stored = await caches.match(LAST_SIGN_OUT, { cacheName: SIGN_OUTS })
  const last = stored === undefined ? 0 : Number(await stored.text())
  // Ignores a time in the future, which was stored while the phone's clock was wrong.
  return last >= since && last <= Date.now()
}

/** True for screens that this registration stores. */
function isOfThisSide(path: string): boolean {
  if (path === OWNER || PHOTO.test(path)) return false
  return path.startsWith(COORDINATOR_HOME) === (SIDE === 'coordinator')
}

/** Fetches every stored page again after a new build, because pages name their build's files. */
function renewPages(): Promise<void> {
  return storeUnderLock(PAGES_LOCK, Date.now(), async () => {
    const owner = await readOwner()
    if (!owner) return
    const pages = await caches.open(PAGES)
    for (const { url } of await pages.keys()) {
      const tag = (await pages.match(url))?.headers.get(TAG_HEADER)
      if (tag && isOfThisSide(pathOf(url)))
        await keepPage(pages, pathOf(url), owner.ownerId, tag.slice(tag.indexOf(' ') + 1))
    }
  })
}

/** Stores a page. Skips a page that is current or belongs to another person. Throws without a network. */
async function keepPage(pages: Cache, path: string, ownerId: string, tag: string): Promise<void> {
  const currentTag = `${__BUILD__} ${tag}`
  const stored = await pages.match(path)
  if (stored?.headers.get(TAG_HEADER) === currentTag) return
  const answer = await fetch(path, { headers: { accept: 'text/html' } })
  if (belongsTo(answer, ownerId)) await putPage(pages, path, answer, currentTag)
}

function belongsTo(answer: Response, ownerId: string): boolean {
  return answer.ok && !answer.redirected && answer.headers.get(OWNER_HEADER) === ownerId
}

/** Stores a page. Skips a page of another build, whose files are not stored. */
async function putPage(pages: Cache, path: string, answer: Response, tag: string): Promise<void> {
  const html = await answer.text()
  if (!html.includes(MANIFEST)) return
  const headers = new Headers(answer.headers)
  headers.set(TAG_HEADER, tag)
  headers.delete('content-encoding')
  await pages.put(path, new Response(html, { headers }))
}

/** Answers with a stored file. Built files never change; of other files this build's version takes precedence. */
async function fileFirst(request: Request): Promise<Response> {
  const stored = (await (await caches.open(FILES)).match(request)) ?? (await caches.match(request))
  return stored ?? fetch(request)
}

/** Loads data. Without a network, a client-side navigation becomes a full page load, which the cache can answer. */
async function dataOrPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const answer = await fetch(request)
    if (isDenied(answer)) event.waitUntil(forgetUnlessSignedIn())
    return answer
  } catch {
    const url = new URL(request.url)
    url.searchParams.delete('_routes')
    const headers = {
      'X-Remix-Redirect': url.pathname.replace(DATA, '') + url.search,
      'X-Remix-Status': '302',
      'X-Remix-Reload-Document': 'true',
    }
    return new Response(null, { status: 204, headers })
  }
}

/** Returns the current page. If that fails, returns the stored page; without it, the error or the offline page. */
async function pageOrStored(event: FetchEvent): Promise<Response> {
  const path = pathOf(event.request.url)
  const at = Date.now()
  const answer = await fetch(event.request).catch(() => null)
  if (answer && answer.status < 500) {
    event.waitUntil(updateStored(path, answer.clone(), at))
    return answer
  }
  const owner = await currentOwner()
  const stored = owner && ((await findStored(path)) ?? (await findStored(withoutNotices(path))))
  return stored ?? answer ?? offlinePage(owner)
}

/** Returns a page's path without parameters that open a dialog or show a notice. */
function withoutNotices(path: string): string {
  const url = new URL(path, self.location.origin)
  for (const name of ['photo', 'withdraw', 'done']) url.searchParams.delete(name)
  return pathOf(url.href)
}

/** Returns a stored photo, or otherwise fetches and stores it. */
async function photoFirst(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const stored = await findStored(new URL(url).pathname)
  if (stored && (await currentOwner())) return stored
  const at = Date.now()
  const answer = await fetch(event.request)
  event.waitUntil(putPhoto(url, answer.clone(), at))
  return answer
}

/** Stores the photos of a page that are not stored yet. */
async function keepPhotos({ photos, at }: KeepPhotos): Promise<void> {
  for (const url of photos) {
    const path = new URL(url, self.location.origin).pathname
    if (PHOTO.test(path) && !(await findStored(path))) await putPhoto(url, await fetch(url), at)
  }
}

/** Stores a photo, and deletes the oldest photos above the limit. Stores nothing if no screens are stored. */
function putPhoto(url: string, answer: Response, at: number): Promise<void> {
  return storeUnderLock('keep-photos', at, async () => {
    if (!answer.ok || !(await readOwner())) return
    const pages = await caches.open(PAGES)
    const photo = await answer.blob()
    const headers = { 'content-type': photo.type, [SIZE_HEADER]: String(photo.size) }
    await pages.put(new URL(url, self.location.origin).pathname, new Response(photo, { headers }))
    const stored = (await pages.keys()).filter(({ url: address }) => PHOTO.test(pathOf(address)))
    const sizes = await Promise.all(
      stored.map(async (request) => Number((await pages.match(request))?.headers.get(SIZE_HEADER))),
    )
    let bytes = sizes.reduce((sum, size) => sum + size, 0)
    // The cache lists photos in the order in which they were stored.
    for (const [place, request] of stored.entries()) {
      if (bytes <= PHOTO_BYTES) break
      await pages.delete(request)
      bytes -= sizes[place] ?? 0
    }
  })
}

/** A form that got no answer. `fields`: those of a question; none of other forms, which may contain a PIN or UPI ID. */
type FailedPost = { path: string; fields: [string, FormDataEntryValue][] }

const QUESTION_FIELDS = new Set(['intent', 'payoutLineId', 'question'])

/** Sends a form that is not queued. If that fails, returns the offline page, which keeps a question to resend it. */
async function postOrOfflinePage(request: Request): Promise<Response> {
  // Sending consumes the body.
  const copy = request.clone()
  return fetch(request).catch(async () => {
    const form = await copy.formData()
    const fields = form.has('question') ? [...form].filter(([name]) => QUESTION_FIELDS.has(name)) : []
    return offlinePage(await currentOwner(), { path: pathOf(request.url), fields })
  })
}

/** Deletes the stored screens if the session has ended or lacks its second factor. Throws without a network. */
async function forgetUnlessSignedIn(): Promise<void> {
  const owner = await readOwner()
  if (owner && !(await isSignedIn(owner.ownerId))) await caches.delete(PAGES)
}

/** True for responses that withhold a page's data from its reader: errors and redirects. */
function isDenied({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || [202, 401, 403].includes(status)
}

/** Updates the stored copy of an opened page. After a sign-out, deletes all stored pages instead. Unsent items stay. */
async function updateStored(path: string, answer: Response, at: number): Promise<void> {
  const owner = await readOwner()
  const pageOwner = answer.headers.get(OWNER_HEADER)
  const isOver = answer.status === 401 || (SIDE === 'coordinator' && answer.status === 403)
  if (isOver || (owner && pageOwner && pageOwner !== owner.ownerId)) await caches.delete(PAGES)
  else if (isDenied(answer)) await forgetUnlessSignedIn()
  if (!owner || !belongsTo(answer, owner.ownerId)) return
  await storeUnderLock('keep-opened', at, async () => {
    const tag = (await findStored(path))?.headers.get(TAG_HEADER)
    if (tag) await putPage(await caches.open(PAGES), path, answer, tag)
  })
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/**
 * Returns the page that is shown without a network if the screen is not stored. Its only personal data is the number of
 * unsent items, and first name and initial of kept workers, who may open their screens with the PIN.
 * It is in the owner's language, otherwise in the languages of the kept workers, otherwise in every language.
 * `failedPost`: the form that got no answer. `refused`: the answer to a PIN.
 */
async function offlinePage(
  owner: Pick<KeepScreens, 'language'> | null,
  failedPost: FailedPost | null = null,
  refused: Refused | null = null,
): Promise<Response> {
  const asksPin = SIDE === 'worker' && !owner && failedPost === null
  const workers = asksPin ? await listOpenable().catch(() => []) : []
  const readers = owner ? [owner] : workers
  const languages = LANGUAGES.filter(
    (code) => readers.length === 0 || readers.some(({ language }) => language === code),
  )
  const waiting = await countAllWaiting().catch(() => 0)
  const state = { waiting, isSignedIn: owner !== null, isKept: workers.length > 0, failedPost }
  const parts = [
    ...languages.map((language) => sectionIn(language, state)),
    workers.length > 0 ? pinForm(workers, refused) : '',
    ...languages.map((language) => tryAgainIn(language, failedPost)),
  ].join('')
  const html = `<!doctype html><html lang="${languages[0] ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${titleIn(languages[0] ?? 'en')}</title><style>${STYLE}</style></head><body><main>${parts}</main></body></html>`
  return new Response(html, { status: 503, headers: HTML })
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

const TEXTS: Record<Language, Pick<Texts, Group>> = {
  en: { screens: en.screens, stored: en.stored, pin: en.pin },
  hi: { screens: hi.screens, stored: hi.stored, pin: hi.pin },
  mr: { screens: mr.screens, stored: mr.stored, pin: mr.pin },
}
type Group = 'screens' | 'stored' | 'pin'

function wordsIn(language: Language): Pick<Words, Group> {
  return readerOf<typeof en>({ language, texts: TEXTS[language] }).words
}

function titleIn(language: Language): string {
  const { screens, stored } = wordsIn(language)
  return SIDE === 'worker' ? screens.title : stored.noNetwork
}

type PageState = { waiting: number; isSignedIn: boolean; isKept: boolean; failedPost: FailedPost | null }

function sectionIn(language: Language, { waiting, isSignedIn, isKept, failedPost }: PageState): string {
  const { screens, stored } = wordsIn(language)
  const withoutPage = isSignedIn ? stored.notStored : isKept ? stored.openByPin : stored.signInLater
  const lines = [
    failedPost === null ? withoutPage : screens.needsNetwork,
    ...(waiting > 0 ? [screens.waitingHere({ count: waiting })] : []),
  ]
  return `<section lang="${language}"><h1>${stored.noNetwork}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</section>`
}

function tryAgainIn(language: Language, failedPost: FailedPost | null): string {
  const { tryAgain } = wordsIn(language).screens
  const { path, fields } = failedPost ?? { path: HOME, fields: [] }
  if (fields.length === 0) return `<a lang="${language}" href="${escapeHtml(path)}">${tryAgain}</a>`
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(`${value}`)}">`,
  )
  return `<form lang="${language}" method="post" action="${escapeHtml(path)}">${inputs.join('')}<button>${tryAgain}</button></form>`
}

/** `person`: the chosen worker's id. */
type Refused = Exclude<Unlocking, { kind: 'opened' }> & { person: string | null }

/** Returns the form for the PIN, in the language of the first worker. */
function pinForm(workers: KeptWorker[], refused: Refused | null): string {
  const language = workers[0]?.language ?? 'en'
  const { pin, stored } = wordsIn(language)
  const people = workers.map(
    ({ ownerId, name }) =>
      `<label><input type="radio" name="person" value="${ownerId}" required${workers.length === 1 || refused?.person === ownerId ? ' checked' : ''}> ${escapeHtml(name)}</label>`,
  )
  const words =
    refused?.kind === 'wait'
      ? pin.wait({ count: refused.minutes })
      : stored.wrongPin({ tries: WRONG_PINS_BEFORE_WAIT, minutes: WAIT_MINUTES })
  const problem = refused ? `<p role="alert"><b>${words}</b></p>` : ''
  return `<form lang="${language}" method="post" action="${UNLOCK_PATH}">${problem}<fieldset><legend>${pin.who}</legend>${people.join('')}</fieldset><label>${pin.pin}<input type="password" name="pinPassword" inputmode="numeric" maxlength="6" autocomplete="off" required></label><button>${stored.open}</button></form>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
