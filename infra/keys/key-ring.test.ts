import { createEmailVerificationToken } from 'better-auth/api'
import { describe, expect, it } from 'vitest'
import { emailInToken } from '#infra/accounts/verify-email.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { ALGORITHMS } from '#infra/keys/algorithms.ts'
import {
  type KeyRing,
  keyOf,
  linkSigner,
  mailedLinkKeys,
  pinPeppers,
  sessionKeys,
} from '#infra/keys/key-ring.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import { tokenHash } from '#shop/email-token.ts'
import { cardToken, isCardToken, storedCardToken } from '#shop/programme/card-link.ts'
import { hashPin, isPin, renewPinHash } from '#shop/programme/pin-hash.ts'

const OLD = 'the old secret of at least thirty-two characters'
const NEW = 'the new secret of at least thirty-two characters'
/** The steps of a rotation. The boolean says whether the old key is still accepted. */
const STEPS: [KeyRing, boolean][] = [
  [[OLD], true],
  [[OLD, NEW], true],
  [[NEW, OLD], true],
  [[NEW], false],
]
const PIN = { userId: '1', pin: '483920' }

describe('keys', () => {
  it('differ by purpose and secret', () => {
    const purposes = ['sessions', 'mailedLinks', 'files', 'cards', 'pins', 'encryption', 'counters'] as const
    const keys = [OLD, NEW].flatMap((secret) =>
      purposes.map((purpose) => keyOf(secret, purpose).toString('hex')),
    )
    expect(new Set(keys).size).toBe(2 * purposes.length)
    expect(sessionKeys([NEW])[0]).not.toContain(NEW)
  })
})

describe.each(STEPS)('with the secrets %j, a key of the old secret (accepted: %s)', (ring, isAccepted) => {
  it('verifies a link to a photo, a mailed link and a card', async () => {
    expect(linkSigner(ring, 'files').isProof('a', linkSigner([OLD], 'files').sign('a'))).toBe(isAccepted)
    const token = await createEmailVerificationToken(mailedLinkKeys([OLD])[0], 'a@example.com')
    expect(await emailInToken(token, mailedLinkKeys(ring))).toBe(isAccepted ? 'a@example.com' : null)
    const cards = linkSigner(ring, 'cards')
    const card = cardToken(linkSigner([OLD], 'cards'), '7')
    expect(isCardToken(cards, '7', card)).toBe(isAccepted)
    expect(isCardToken(cards, '8', card)).toBe(false)
    expect(storedCardToken(cards, { id: '7', tokenHash: tokenHash(card) })).toBe(isAccepted ? card : null)
  })

  it('decrypts texts and jobs, and finds a person’s jobs', () => {
    const earlier = createEncrypter([OLD])
    const now = createEncrypter(ring)
    const sealed = earlier.seal('text', 'table.column/1')
    expect(now.open(sealed, 'table.column/1')).toBe(isAccepted ? 'text' : null)
    expect(now.isCurrent(sealed)).toBe(ring[0] === OLD)
    expect(now.hashesOf('A@example.com').includes(earlier.hashesOf('a@example.com')[0] ?? '')).toBe(
      isAccepted,
    )
    const job = earlier.encrypt('mail', { to: 'a@example.com' })
    if (isAccepted) expect(now.decrypt('mail', job)).toEqual({ to: 'a@example.com' })
    else expect(() => now.decrypt('mail', job)).toThrow('AUTH_SECRET')
  })

  it('verifies a PIN', async () => {
    const peppers = pinPeppers(ring)
    const hash = await hashPin(pinPeppers([OLD]), PIN)
    expect(await isPin(peppers, PIN, hash)).toBe(isAccepted)
    expect(await isPin(peppers, { ...PIN, pin: '483921' }, hash)).toBe(false)
    expect((await renewPinHash(peppers, PIN, hash)) === hash).toBe(ring[0] === OLD)
    expect(await isPin(peppers, PIN, null)).toBe(false)
  })
})

describe('a newer algorithm', () => {
  const WITH_NEWER_ALGORITHM = [{ name: 'C20P', cipher: 'chacha20-poly1305' }, ...ALGORITHMS] as const

  it('encrypts new texts, while texts of the earlier algorithm can still be decrypted', () => {
    const place = 'table.column/1'
    const [earlier, now] = [
      createEncrypter([OLD]),
      createEncrypter([NEW, OLD], { algorithms: WITH_NEWER_ALGORITHM }),
    ]
    const [old, newText] = [earlier.seal('text', place), now.seal('text', place)]
    expect(old).toMatch(/^sealed\.[\w-]{8}\.A256GCM\./)
    expect(newText).toMatch(/^sealed\.[\w-]{8}\.C20P\./)
    expect([now.open(old, place), now.open(newText, place)]).toEqual(['text', 'text'])
    expect([now.isCurrent(old), now.isCurrent(newText)]).toEqual([false, true])
    expect(now.open(newText, 'table.column/2')).toBeNull()
    expect(now.open(newText.replace('C20P', 'A256GCM'), place)).toBeNull()
    expect(earlier.open(newText, place)).toBeNull()
    const [fields, later] = [fieldSealer([OLD]), fieldSealer([OLD], WITH_NEWER_ALGORITHM)]
    const [first, second] = [fields.seal('98450', place, true), later.seal('98450', place, true)]
    expect(second).toMatch(/^sealed:[\w-]{8}\.C20P:[\w-]{16}:/)
    expect([later.open(first, place), later.open(second, place)]).toEqual(['98450', '98450'])
    expect(first.startsWith(later.prefix.newest)).toBe(false)
  })
})
