import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyDemoData } from '#tests/demo-data.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop, type ShopProgram, startShop } from '#tests/shop-program.ts'

const BIN = join(import.meta.dirname, '..', '..', 'bin')
const dataDir = makeOpenFolder()

/** Runs a command of bin/. */
async function command(name: string, args: string[], env: Record<string, string> = { DATA_DIR: dataDir }) {
  const { PATH = '' } = process.env
  const options = { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] } as const satisfies SpawnOptions
  const child = existsSync(join(BIN, name))
    ? spawn(join(BIN, name), args, options)
    : spawn(process.execPath, [join(BIN, 'command.mjs'), name, ...args], options)
  const [output, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { output: output.trim(), problem: problem.trim(), code }
}

let shop: ShopProgram
let url: string

async function start() {
  shop = startShop({ PORT: `${await freePort()}`, DATA_DIR: dataDir, RATE_LIMITS: 'off' })
  url = await readyShop(shop)
}

const statusOf = async (path: string, email?: string) =>
  (await fetch(url + path, { headers: { cookie: await signIn(url, email) } })).status

beforeAll(async () => {
  await copyDemoData(dataDir)
  await start()
})
afterAll(async () => {
  await endShop(shop, 'SIGTERM')
  removeFolders()
})

describe('commands about accounts', () => {
  it('take effect in a running shop with the next page', async () => {
    const cookie = await signIn(url)
    const status = async (path: string) => (await fetch(url + path, { headers: { cookie } })).status
    expect([await status('/admin/dashboard'), await status('/shg-worker-dashboard')]).toEqual([403, 403])
    const enrolment = await command('enrol-worker', [
      'customer@demo.test',
      '--place',
      'Hubballi',
      '--language',
      'hi',
    ])
    expect(enrolment).toMatchObject({ code: 0, problem: '' })
    expect(enrolment.output).toContain('customer@demo.test is enrolled')
    expect([await status('/admin/dashboard'), await status('/shg-worker-dashboard')]).toEqual([403, 200])
    const promotion = await command('promote-admin', ['Customer@Demo.Test'])
    expect(promotion).toMatchObject({ code: 0, problem: '' })
    expect(await status('/admin/dashboard')).toBe(200)
  })

  it('reset a second factor in a running shop, end all sessions and notify the person', async () => {
    const cookie = await signIn(url, 'coordinator@demo.test')
    const status = async () => (await fetch(`${url}/coordinator`, { headers: { cookie } })).status
    expect(await status()).toBe(200)
    const reset = await command('reset-factor', ['coordinator@demo.test'])
    expect(reset).toMatchObject({ code: 0, problem: '' })
    expect(await status()).toBe(401)
    const mailbox = `${url}/api/demo/mailbox?to=coordinator@demo.test`
    await expect
      .poll(async () =>
        (await (await fetch(mailbox)).json()).map(({ subject }: { subject: string }) => subject),
      )
      .toContainEqual(expect.stringMatching(/^The second factor was reset/))
    expect(await command('reset-factor', ['nobody@example.test'])).toMatchObject({ code: 1 })
  })

  it('change a stopped shop', async () => {
    await endShop(shop, 'SIGTERM')
    expect(await command('promote-admin', ['worker@demo.test'])).toMatchObject({ code: 0 })
    await start()
    expect(await statusOf('/admin/dashboard', 'worker@demo.test')).toBe(200)
  })

  it('print one line about each error', async () => {
    expect(await command('promote-admin', ['nobody@example.test'])).toEqual({
      output: '',
      problem: 'nobody@example.test has no account here: sign up with this address first.',
      code: 1,
    })
    expect(await command('promote-admin', [])).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^Usage: npm run shop -- promote-admin EMAIL/),
    })
    expect(await command('enrol-worker', ['customer@demo.test', '--language', 'fr'])).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^language: /),
    })
    expect(await command('enrol-worker', ['customer@demo.test', '--pay', '5'])).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/--pay/),
    })
    expect(await command('promote-admin', ['a@b.test'], { DATA_DIR: dataDir, PORT: 'x' })).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^Wrong setting PORT/),
    })
  })
})
