/** Encrypts the content of queued entries. Ids, owner, times and attempts stay readable, because sending needs them. */

import {
  decrypt,
  decryptJson,
  type Encrypted,
  encrypt,
  encryptJson,
  keysOf,
} from '#app/programme/offline/phone-keys.ts'

const READABLE = ['at', 'id', 'workLogId', 'ownerId', 'sha256', 'refused', 'tries', 'retryAt', 'addedAt']

/** `photoIv`: set if `bytes` are encrypted. */
type Hidden = { secret?: Encrypted; photoIv?: Encrypted['iv'] }
type Entry = { ownerId: string; bytes?: Blob }

/** Returns the entry in its stored form. It is encrypted if its owner signed in with a PIN. */
export async function hideEntry<Item extends Entry>(entry: Item): Promise<Item> {
  const keys = await keysOf(entry.ownerId)
  if (keys.length === 0) return entry
  const { bytes, ...fields } = entry
  const all = Object.entries(fields)
  const secrets = all.filter(([name]) => !READABLE.includes(name))
  const photo = bytes && (await encrypt(keys, await bytes.arrayBuffer()))
  return {
    ...(Object.fromEntries(all.filter(([name]) => READABLE.includes(name))) as Item),
    secret: await encryptJson(keys, Object.fromEntries(secrets)),
    ...(photo && { bytes: new Blob([photo.data], { type: bytes.type }), photoIv: photo.iv }),
  }
}

/** Returns the entry with its content, but without a photo's bytes. Null if it is encrypted and no key fits. */
export async function revealEntry<Item>(
  keys: readonly string[],
  stored: Item & Hidden,
): Promise<Item | null> {
  const { secret, ...readable } = stored
  if (!secret) return stored
  const content = await decryptJson(keys, secret)
  return content && { ...readable, ...content }
}

/** Returns the bytes of a photo. Null if they are encrypted and their owner is not signed in here. */
export async function revealBytes({ ownerId, bytes, photoIv }: Entry & Hidden): Promise<Blob | null> {
  if (!photoIv || !bytes) return bytes ?? null
  const data = await decrypt(await keysOf(ownerId), { iv: photoIv, data: await bytes.arrayBuffer() })
  return data && new Blob([data], { type: bytes.type })
}
