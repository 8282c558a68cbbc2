/** WebAuthn. A passkey is accepted only with user verification: PIN, fingerprint or face. */
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
import { attempt } from '#shop/kernel/result.ts'

/** COSE numbers of EdDSA, ES256 and RS256. Every passkey supports one of them. */
const ALGORITHMS = [-8, -7, -257]

/** `counter`: the signature counter last seen; 0 if the passkey does not count. */
export type Passkey = {
  id: string
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const MAX_ANSWER_LENGTH = 20_000
const answer = z.object({ id: z.string().max(1400), response: z.object({ clientDataJSON: z.string() }) })

/** Parses the browser's answer, or returns null. The signature is verified later. */
export function readAnswer(json: string): { id: string } | null {
  if (json.length > MAX_ANSWER_LENGTH) return null
  const parsed: unknown = attempt(() => JSON.parse(json))
  return answer.safeParse(parsed).success ? (parsed as { id: string }) : null
}

type PasskeyHint = Pick<Passkey, 'credentialId' | 'transports'>

const toDescriptor = ({ credentialId, transports }: PasskeyHint) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
})

export function proofOptions({ host }: PasskeySite, passkeys: readonly PasskeyHint[]) {
  return generateAuthenticationOptions({
    rpID: host,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'required',
  })
}

/** Returns options for a new passkey, which exclude the passkeys that the person already has. */
export function enrolmentOptions(
  { host }: PasskeySite,
  owner: { brand: string; email: string; fullName: string; passkeys: readonly PasskeyHint[] },
) {
  const { brand, email, fullName, passkeys } = owner
  return generateRegistrationOptions({
    rpName: brand,
    rpID: host,
    userName: email,
    userDisplayName: fullName,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

type Expectation = { challenge: string; site: PasskeySite }

/** Verifies a new passkey. Returns it, or null if the answer is wrong. */
export async function checkEnrolment(response: { id: string }, { challenge, site }: Expectation) {
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    supportedAlgorithmIDs: ALGORITHMS,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: transports.slice(0, 10) }
}

/** Verifies a proof. Returns the new counter; null if the answer is wrong or the counter went back. */
export async function checkProof(
  response: { id: string },
  { credentialId, publicKey, counter }: Passkey,
  { challenge, site }: Expectation,
): Promise<number | null> {
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id: credentialId, publicKey, counter },
    requireUserVerification: true,
  }).catch(() => null)
  return result?.verified ? result.authenticationInfo.newCounter : null
}
