import { readdirSync, readFileSync } from 'node:fs'
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
    ...(read('deploy/compose.yaml').match(/^ {6}([A-Z_]+)(?=:)/gm) ?? []),
    ...(read('deploy/kubernetes.yaml').match(/(?<=name: )[A-Z_]+(?=,)/g) ?? []),
    ...(read('deploy/shop.service').match(/(?<=Environment=.*)[A-Z_]+(?==)/g) ?? []),
    ...(read('deploy/Dockerfile').match(/(?<=^ENV .*)[A-Z_]+(?==)/gm) ?? []),
  ].map((name) => name.trim())
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !OTHERS.test(name) && !known.has(name))).toEqual([])
})

/** What whoever uses the examples fills in: variables of the compose file, and the Secret of Kubernetes. */
const FILLED_IN: Record<string, string> = {
  AUTH_SECRET: 'x'.repeat(32),
  SELLER_GSTIN: '29AAACB1234C1ZB',
  SELLER_STATE: 'Karnataka',
  DATABASE_URL: 'postgres://shop@database/shop',
  SMTP_URL: 'smtp://mail:1025',
}

it.each([
  ['compose.yaml', /^ {6}(?<name>[A-Z_]+): (?<value>.+)$/gm, []],
  [
    'kubernetes.yaml',
    /\{ name: (?<name>[A-Z_]+), value: "?(?<value>[^"}]+?)"? \}/g,
    ['AUTH_SECRET', 'DATABASE_URL', 'SMTP_URL'],
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

it('the image holds every folder that the program imports from', () => {
  const copied = [...read('deploy/Dockerfile').matchAll(/\/shop\/(\w+) \.\/\w+$/gm)].map(
    ([, folder]) => folder,
  )
  const rooms = ['api', 'app', 'content', 'db', 'infra', 'server', 'shop', 'bin']
  expect(rooms.filter((room) => !copied.includes(room))).toEqual([])
  const imported = readdirSync('.', { withFileTypes: true }).filter(
    (entry) =>
      entry.isDirectory() &&
      JSON.stringify(JSON.parse(read('package.json')).imports).includes(`./${entry.name}/`),
  )
  expect(imported.map(({ name }) => name).filter((name) => !copied.includes(name))).toEqual(['tests'])
})

it('the dashboard draws only metrics that the program tells', async () => {
  const metrics = createMetrics()
  const nobody = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  metrics.connect({ pool: nobody, queues: async () => [{ name: 'mail', waiting: 0, running: 0, failed: 0 }] })
  metrics.answered('page', 'GET', 200, 0.01)
  const { body } = await metrics.text()
  const drawn = read('deploy/grafana.json').match(/\b(shop|process|nodejs)_[a-z0-9_]+/g) ?? []
  expect(drawn.length).toBeGreaterThan(8)
  expect(drawn.filter((name) => !body.includes(`\n${name}`))).toEqual([])
})
