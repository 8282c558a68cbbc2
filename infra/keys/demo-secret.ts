import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores a secret in demo mode, so that sessions survive restarts. */
export async function demoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  try {
    return await readFile(file, 'utf8')
  } catch {
    const secret = randomBytes(32).toString('base64url')
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, secret, { mode: 0o600 })
    await chmod(file, 0o600)
    return secret
  }
}
