/** Encrypts a worker's data on the phone (AES-GCM), and wraps the keys with the PIN. For pages and service worker. */

import { SCREENS_COOKIE, screensKeys } from '#shop/programme/pin.ts'

/** Slows down guessing the PIN of a copied phone. Takes about a second on a cheap phone. */
const ITERATIONS = 600_000

export type Encrypted = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

export type WrappedKeys = Encrypted & { salt: Uint8Array<ArrayBuffer> }

type CookieReader = { get(name: string): Promise<{ value: string } | null> }

export function cookieReader(): CookieReader | undefined {
  return (globalThis as { cookieStore?: CookieReader }).cookieStore
}

/** Returns the value of `SCREENS_COOKIE`, or null. A service worker without the Cookie Store API cannot read it. */
export async function readScreensCookie(): Promise<string | null> {
  if (typeof document !== 'undefined')
    return new RegExp(`\\b${SCREENS_COOKIE}=([^;]+)`).exec(document.cookie)?.[1] ?? null
  return (await cookieReader()?.get(SCREENS_COOKIE))?.value ?? null
}

/** Keys that this page has read. An open page can read its owner's work even after another page has signed out. */
const keysOfPage = new Map<string, string[]>()

/** Returns the person's keys, newest first. Returns none without a PIN, or while the phone is locked. */
export async function keysOf(ownerId: string): Promise<string[]> {
  const keys = screensKeys(await readScreensCookie(), ownerId)
  if (typeof document === 'undefined') return keys
  if (keys.length > 0) keysOfPage.set(ownerId, keys)
  return keysOfPage.get(ownerId) ?? []
}

export async function encrypt([newest = '']: readonly string[], plain: BufferSource): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await importKey(newest), plain) }
}

/** Decrypts data. Returns null if none of the keys fits. */
export async function decrypt(keys: readonly string[], { iv, data }: Encrypted): Promise<ArrayBuffer | null> {
  for (const key of keys) {
    // AES-GCM refuses any other key.
    const plain = await crypto.subtle
      .decrypt({ name: 'AES-GCM', iv }, await importKey(key), data)
      .catch(() => null)
    if (plain) return plain
  }
  return null
}

function importKey(base64url: string): Promise<CryptoKey> {
  const bytes = bytesOf(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

export function encryptJson(keys: readonly string[], value: unknown): Promise<Encrypted> {
  return encrypt(keys, new TextEncoder().encode(JSON.stringify(value)))
}

/** Decrypts JSON. Returns null if none of the keys fits. */
export async function decryptJson(keys: readonly string[], encrypted: Encrypted) {
  const plain = await decrypt(keys, encrypted)
  return plain && JSON.parse(new TextDecoder().decode(plain))
}

export async function wrapKeys(pin: string, keys: readonly string[]): Promise<WrappedKeys> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, ...(await encryptJson([await pinKey(pin, salt)], keys)) }
}

/** Returns the wrapped keys, or null if the PIN is wrong. */
export async function unwrapKeys(pin: string, wrapped: WrappedKeys): Promise<string[] | null> {
  return decryptJson([await pinKey(pin, wrapped.salt)], wrapped)
}

async function pinKey(pin: string, salt: WrappedKeys['salt']): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 256))))
}
