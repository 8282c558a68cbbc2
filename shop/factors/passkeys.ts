/** WebAuthn. A passkey counts only with its owner's PIN, finger or face. */
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

/** EdDSA, ES256, RS256: every passkey has one (COSE). */
const ALGORITHMS = [-8, -7, -257]

/** `counter`: of the last signature, 0 if the passkey does not count. */
export type Passkey = {
  id: string
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const LONGEST_ANSWER = 20_000
const answer = z.object({ id: z.string().max(1400), response: z.object({ clientDataJSON: z.string() }) })

/** The browser's answer, or null; its signature is checked later. */
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

export function proofQuestion({ host }: PasskeySite, passkeys: readonly Known[]) {
  return generateAuthenticationOptions({
    rpID: host,
    allowCredentials: passkeys.map(described),
    userVerification: 'required',
  })
}

/** Excludes passkeys that the person has. */
export function enrolQuestion(
  { host }: PasskeySite,
  owner: { brand: string; email: string; fullName: string; passkeys: readonly Known[] },
) {
  const { brand, email, fullName, passkeys } = owner
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

/** Null if the answer does not match. */
export async function checkEnrolment(given: { id: string }, { challenge, site }: Asked) {
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

/** Returns the new counter; null if the answer is wrong or the counter went back. */
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
