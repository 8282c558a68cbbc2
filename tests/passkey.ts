import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Value = string | number | Buffer | Map<string | number, Value>

/** Encodes the few kinds of values that a passkey sends as CBOR. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].map(([key, inner]) => Buffer.concat([cbor(key), cbor(inner)]))
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40]

type PasskeyOptions = {
  /** The origin of the page in the browser. */
  origin?: string
  host?: string
  counter?: number
  /** True if the owner was verified by finger, face or PIN. */
  isVerified?: boolean
}

/**
 * Creates a passkey in software (ES256, no attestation). Its functions return the JSON that a browser would
 * post.
 */
export function softPasskey(site: { origin: string; host: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const key = cbor(
    new Map<number, Value>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const client = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const buildAuthenticatorData = (flags: number, counter: number, host: string, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count, more])
  }
  const toJson = (response: Record<string, unknown>) => {
    const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
    return JSON.stringify({ ...common, response, clientExtensionResults: {} })
  }
  const flagsOf = ({ isVerified = true }: PasskeyOptions) => PRESENT | (isVerified ? VERIFIED : 0)
  return {
    createCredential(challenge: string, options: PasskeyOptions = {}): string {
      const { origin = site.origin, host = site.host, counter = 0 } = options
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = buildAuthenticatorData(flagsOf(options) | HAS_KEY, counter, host, credential)
      const attestation = new Map<string, Value>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return toJson({
        clientDataJSON: client('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    signChallenge(challenge: string, options: PasskeyOptions = {}): string {
      const { origin = site.origin, host = site.host, counter = 0 } = options
      const clientData = client('webauthn.get', challenge, origin)
      const authenticatorData = buildAuthenticatorData(flagsOf(options), counter, host)
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]))
        .sign(privateKey)
      return toJson({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
