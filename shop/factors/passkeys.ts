/** Questions to passkeys and their answers (WebAuthn). A passkey counts only with its owner's PIN, finger or face. */
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { PasskeySite } from '#shop/factors/factor.ts'

/** EdDSA, ES256 and RS256, which every passkey has one of (COSE). */
const ALGORITHMS = [-8, -7, -257]

/** A passkey as stored. `counter`: its last signature's, 0 for those that do not count. */
export type Passkey = {
  id: string
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const LONGEST_ANSWER = 20_000
const answer = z.object({ id: z.string().max(1400), response: z.object({ clientDataJSON: z.string() }) })

/** The answer of a browser, as JSON; null for anything else. What it says is checked by its signature. */
export function readAnswer(json: string): { id: string } | null {
  if (json.length > LONGEST_ANSWER) return null
  try {
    const parsed: unknown = JSON.parse(json)
    return answer.safeParse(parsed).success ? (parsed as { id: string }) : null
  } catch {
    return null
  }
}

type Known = Pick<Passkey, 'credentialId' | 'transports'>

const described = ({ credentialId, transports }: Known) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
})

/** The question that one of these passkeys answers. */
export function proofQuestion({ host }: PasskeySite, passkeys: readonly Known[]) {
  return generateAuthenticationOptions({
    rpID: host,
    allowCredentials: passkeys.map(described),
    userVerification: 'required',
  })
}

/** The question that makes a new passkey; those that the person has already are left out. */
export function enrolQuestion(
  { host }: PasskeySite,
  {
    brand,
    email,
    fullName,
    passkeys,
  }: { brand: string; email: string; fullName: string; passkeys: readonly Known[] },
) {
  return generateRegistrationOptions({
    rpName: brand,
    rpID: host,
    userName: email,
    userDisplayName: fullName,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

type Asked = { challenge: string; site: PasskeySite }

/** The passkey that this answer makes; null when it does not answer the question. */
export async function checkEnrolment(
  given: { id: string },
  { challenge, site }: Asked,
): Promise<Omit<Passkey, 'id'> | null> {
  const checked = await verifyRegistrationResponse({
    response: given as RegistrationResponseJSON,
    supportedAlgorithmIDs: ALGORITHMS,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: transports.slice(0, 10) }
}

/** The new counter when the passkey has answered the question; null when not, or when its counter went back. */
export async function checkProof(
  given: { id: string },
  { credentialId, publicKey, counter }: Passkey,
  { challenge, site }: Asked,
): Promise<number | null> {
  const checked = await verifyAuthenticationResponse({
    response: given as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id: credentialId, publicKey, counter },
    requireUserVerification: true,
  }).catch(() => null)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}
