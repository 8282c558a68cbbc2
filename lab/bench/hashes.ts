/** Hashes a password for `seconds`, `atOnce` times at once: node hashes.ts <plan.json>. */
import { readFileSync } from 'node:fs'
import { hashPassword } from '#infra/accounts/password-hash.ts'

export type HashPlan = { atOnce: number; seconds: number }
export type Hashes = { checked: number; seconds: number }

const plan: HashPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const password = 'Millet-2026'
const began = performance.now()
let checked = 0

async function checkPasswords(): Promise<void> {
  while (performance.now() - began < plan.seconds * 1000) {
    await hashPassword(password)
    checked += 1
  }
}

await Promise.all(Array.from({ length: plan.atOnce }, checkPasswords))
process.stdout.write(
  JSON.stringify({ checked, seconds: (performance.now() - began) / 1000 } satisfies Hashes),
)
