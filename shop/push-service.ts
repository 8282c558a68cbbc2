/** Where a browser gets messages while no page is open: the address of its push service, and the keys to encrypt them. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/** A notification. `url` is a path of the shop, `tag` names the message: a phone shows one notification of a tag. */
export type PushNote = { title: string; body: string; lang: string; url: string; tag: string }

/** `gone`: the browser has no such address any more. `refused`: nothing was taken, so it may be sent again. */
export type PushOutcome =
  | { kind: 'delivered' | 'gone' }
  | { kind: 'refused'; problem: string }
  /** No answer came, so the push service may have it. */
  | { kind: 'unknown' }

/** Web push (RFC 8030) with the shop's own keys (RFC 8292). */
export type PushService = {
  /** The shop's public key, which a browser is given when it subscribes, in base64url. */
  publicKey: string
  /** False for an address that belongs to no known push service, or whose keys are none. */
  accepts(address: PushAddress): boolean
  /** Encrypts a notification and hands it to the push service. */
  send(address: PushAddress, note: PushNote): Promise<PushOutcome>
}
