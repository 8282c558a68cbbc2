import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { readSettings } from '#infra/config/settings.ts'
import { createMetrics } from '#infra/metrics/metrics.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const known = new Set(
  read('.env.example')
    .match(/^(?:# )?([A-Z][A-Z0-9_]+)(?==)/gm)
    ?.map((name) => name.replace('# ', '')),
)

/** Names of the platform, not of the shop. */
const OTHERS = /^(POSTGRES_|NODE_|MALLOC_|CMD$|USER$|ALL$)/

it('the examples of deploying name only settings that exist', () => {
  const named = [
    ...(read('deploy/compose.yaml').match(/^ {6}([A-Z0-9_]+)(?=:)/gm) ?? []),
    ...(read('deploy/kubernetes.yaml').match(/(?<=name: )[A-Z0-9_]+(?=,)/g) ?? []),
    ...(read('deploy/shop.service').match(/(?<=Environment=.*)[A-Z_]+(?==)/g) ?? []),
    ...(read('deploy/Dockerfile').match(/(?<=^ENV .*)[A-Z_]+(?==)/gm) ?? []),
  ].map((name) => name.trim())
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !OTHERS.test(name) && !known.has(name))).toEqual([])
})

/** Values that users of the examples fill in: variables of the compose file, and the Kubernetes Secret. */
const FILLED_IN: Record<string, string> = {
  AUTH_SECRET: 'x'.repeat(32),
  SELLER_GSTIN: '29AAACB1234C1ZB',
  SELLER_STATE: 'Karnataka',
  DATABASE_URL: 'postgres://shop@database/shop?sslmode=verify-full',
  SMTP_URL: 'smtp://mail:1025',
  FILES_S3_ACCESS_KEY_ID: 'key',
  FILES_S3_SECRET_ACCESS_KEY: 'secret',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret',
}

it.each([
  ['compose.yaml', /^ {6}(?<name>[A-Z0-9_]+): "?(?<value>.+?)"?$/gm, []],
  [
    'kubernetes.yaml',
    /\{ name: (?<name>[A-Z0-9_]+), value: "?(?<value>[^"}]+?)"? \}/g,
    [
      'AUTH_SECRET',
      'DATABASE_URL',
      'SMTP_URL',
      'FILES_S3_ACCESS_KEY_ID',
      'FILES_S3_SECRET_ACCESS_KEY',
      'RAZORPAY_KEY_SECRET',
      'RAZORPAY_WEBHOOK_SECRET',
    ],
  ],
])('the settings of %s start a real shop', (file, lines, secret) => {
  const env: Record<string, string> = Object.fromEntries(secret.map((name) => [name, FILLED_IN[name] ?? '']))
  for (const { groups } of read(`deploy/${file}`).matchAll(lines)) {
    const { name = '', value = '' } = groups ?? {}
    env[name] = value
      .replace(/^\$\{\w+:-(.+)\}$/, '$1')
      .replace(/^\$\{(\w+):\?.+\}$/, (_, own: string) => FILLED_IN[own] ?? '')
  }
  const settings = readSettings(env)
  expect(settings.ok ? [] : settings.problems).toEqual([])
})

/** Project files that a source file imports at run time, types excluded. */
function needsOf(file: string): string[] {
  const { module } = parseSync(file, read(file))
  return module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((name) => name.startsWith('#'))
    .map((name) => name.slice(1))
}

it('the image holds what the built program reads, and what the commands import', () => {
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY --from=build \/shop\/(\S+) \.\/\1$/gm)]
  const isCopied = (file: string) => copied.some(([, folder]) => file.startsWith(`${folder}/`))
  const files = new Set(readdirSync('bin/commands').map((name) => `bin/commands/${name}`))
  for (const file of files) for (const needed of needsOf(file)) files.add(needed)
  expect(files.size).toBeGreaterThan(30)
  const readAtRunTime = ['build/program/main.js', 'db/migrations/0001.sql', 'infra/pdf/fonts/one.woff']
  expect([...files, ...readAtRunTime].filter((file) => !isCopied(file))).toEqual([])
})

it('the Grafana dashboard uses only metrics that the program exposes', async () => {
  const metrics = createMetrics()
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  metrics.connect({ pool, queues: async () => [{ name: 'mail', waiting: 0, running: 0, failed: 0 }] })
  metrics.answered('page', 'GET', 200, 0.01)
  const { body } = await metrics.text()
  const drawn = read('deploy/grafana.json').match(/\b(shop|process|nodejs)_[a-z0-9_]+/g) ?? []
  expect(drawn.length).toBeGreaterThan(8)
  expect(drawn.filter((name) => !body.includes(`\n${name}`))).toEqual([])
})
