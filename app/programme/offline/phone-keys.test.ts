import { afterEach, expect, it, vi } from 'vitest'
import { hideEntry, revealBytes, revealEntry } from '#app/programme/offline/entry-secrets.ts'
import { countWrong, minutesToWait, rememberPin, takePin } from '#app/programme/offline/kept-workers.ts'
import { decrypt, encrypt, unwrapKeys, wrapKeys } from '#app/programme/offline/phone-keys.ts'
import { linkSigner } from '#infra/keys/key-ring.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

afterEach(() => void vi.unstubAllGlobals())

const keysOf = (...secrets: [string, ...string[]]) => linkSigner(secrets, 'phones').signatures('savita')
const [NEW, OLD] = ['new secret of the shop', 'old secret of the shop']

it('unwrapKeys returns the keys only for the right PIN, and each phone wraps them differently', async () => {
  const [wrapped, other] = [await wrapKeys('483920', keysOf(NEW)), await wrapKeys('483920', keysOf(NEW))]
  expect(await unwrapKeys('483920', wrapped)).toEqual(keysOf(NEW))
  expect(await unwrapKeys('483921', wrapped)).toBeNull()
  expect(await unwrapKeys('483920', { ...other, salt: wrapped.salt })).toBeNull()
})

it('decrypt accepts the keys of all secrets of the shop, but no other person’s keys', async () => {
  const encrypted = await encrypt(keysOf(OLD), new TextEncoder().encode('work'))
  const plain = await decrypt(keysOf(NEW, OLD), encrypted)
  expect(new TextDecoder().decode(plain ?? undefined)).toBe('work')
  expect(await decrypt(keysOf(NEW), encrypted)).toBeNull()
  expect(await decrypt(linkSigner([OLD], 'phones').signatures('radha'), encrypted)).toBeNull()
})

/** Sets the cookie that a phone has while this person is signed in with a PIN. */
function signInHere(person: string): void {
  const value = ['own', 'mark', person, ...keysOf(NEW)].join('.')
  vi.stubGlobal('cookieStore', { get: async () => ({ value }) })
}

const photo = {
  ...{ workLogId: 'a', ownerId: 'savita', taskName: 'Pack ragi', sha256: 'hash', claimed: 7 },
  ...{ refused: null, addedAt: 1, bytes: new Blob(['picture'], { type: 'image/jpeg' }) },
}

it('a queued entry hides its content until its owner is signed in on this phone', async () => {
  signInHere('savita')
  const stored = await hideEntry(photo)
  expect(stored).toMatchObject({
    workLogId: 'a',
    ownerId: 'savita',
    sha256: 'hash',
    refused: null,
    addedAt: 1,
  })
  expect(JSON.stringify(stored)).not.toMatch(/ragi|claimed/)
  expect(await stored.bytes.text()).not.toContain('picture')
  const revealed = await revealEntry(keysOf(NEW), { ...stored, tries: 2 })
  expect(revealed).toMatchObject({ taskName: 'Pack ragi', claimed: 7, tries: 2 })
  expect(await (await revealBytes(stored))?.text()).toBe('picture')

  signInHere('radha')
  expect(await revealEntry([], stored)).toBeNull()
  expect(await revealBytes(stored)).toBeNull()
  // Savita's work is not encrypted with Radha's key, since Savita could not read it.
  expect(await hideEntry(photo)).toBe(photo)
})

it('a PIN belongs to the session that began after it was typed, not to an earlier one', async () => {
  vi.stubGlobal('document', { cookie: 'worker_screens=own.first.savita.key' })
  rememberPin('483920')
  expect(await takePin('own.first.savita.newer')).toBeNull()
  rememberPin('483920')
  expect(await takePin('own.second.radha.key')).toBe('483920')
  expect(await takePin('own.third.savita.key')).toBeNull()
})

it('the fifth wrong PIN in a row begins a wait of 15 minutes', () => {
  let tries = { wrong: 0, waitUntil: 0 }
  for (let guess = 1; guess <= 5; guess += 1) {
    expect(minutesToWait(tries, 0)).toBe(0)
    tries = countWrong(tries, 0)
  }
  expect(minutesToWait(tries, 1)).toBe(15)
  expect(minutesToWait(tries, 14 * MINUTE_MS + 1)).toBe(1)
  expect(minutesToWait(tries, 15 * MINUTE_MS)).toBe(0)
  // Simulates that the phone's clock was an hour ahead.
  expect(minutesToWait({ waitUntil: 75 * MINUTE_MS }, 0)).toBe(0)
})
