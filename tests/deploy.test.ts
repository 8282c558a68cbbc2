import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { validate as isDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as isService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as isDisruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SECRET_SETTINGS } from '#infra/config/parsers.ts'
import { readSettings } from '#infra/config/settings.ts'
import { createMetrics } from '#infra/metrics/metrics.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const settingNames = new Set([
  ...(read('.env.example')
    .match(/^(?:# )?([A-Z][A-Z0-9_]+)(?==)/gm)
    ?.map((name) => name.replace('# ', '')) ?? []),
  ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
])

const compose: {
  services: Record<'shop', { environment: Record<string, string>; secrets: string[] }>
} = parse(read('deploy/compose.yaml'))

type Pod = {
  volumes: { name: string; secret?: object }[]
  containers: {
    env: { name: string; value: string }[]
    volumeMounts: { name: string; mountPath: string }[]
  }[]
}
// YAML as Kubernetes reads it, where 0440 is octal.
const objects: { kind: string; spec: { template: { spec: Pod } } }[] = parseAllDocuments(
  read('deploy/kubernetes.yaml'),
  { version: '1.1' },
).map((document) => document.toJS())
const pods = objects.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec)
const containers = pods.flatMap((pod) => pod.containers)

const environments = {
  'compose.yaml': compose.services.shop.environment,
  'kubernetes.yaml': Object.fromEntries(
    containers.flatMap(({ env }) => env.map(({ name, value }) => [name, value])),
  ),
}

/** Settings of Node and of the memory allocator, not of the shop. */
const PLATFORM = /^(NODE_|MALLOC_)/

it('the deployment examples set only settings that exist', () => {
  const names = [
    ...Object.values(environments).flatMap((env) => Object.keys(env)),
    ...(read('deploy/shop.service').match(/(?<=Environment=.*)[A-Z_]+(?==)/g) ?? []),
    ...(read('deploy/Dockerfile').match(/(?<=^ENV .*)[A-Z_]+(?==)/gm) ?? []),
  ]
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !PLATFORM.test(name) && !settingNames.has(name))).toEqual([])
})

/** Values that users of the examples fill in: the variables of the compose file, and secrets in files. */
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

it.each(Object.entries(environments))('the settings in %s are valid for a real shop', (_, environment) => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    const secret = FILLED_IN[name.replace(/_FILE$/, '')]
    if (name.endsWith('_FILE') && secret !== undefined) {
      env[name] = join(folder, name)
      writeFileSync(env[name], `${secret}\n`)
    } else
      env[name] = value
        .replace(/^\$\{\w+:-(.+)\}$/, '$1')
        .replace(/^\$\{(\w+):\?.+\}$/, (_match, variable: string) => FILLED_IN[variable] ?? '')
  }
  const settings = readSettings(env)
  expect(settings.ok ? [] : settings.problems).toEqual([])
})

it('secrets are in mounted files, and none is in an environment variable', () => {
  const secrets = new Set<string>(SECRET_SETTINGS)
  // Not secret: a database that only the containers beside it can reach, a mailbox without a password, a public id.
  const exceptions = new Set(['DATABASE_URL', 'SMTP_URL', 'RAZORPAY_KEY_ID'])
  const names = Object.values(environments).flatMap((env) => Object.keys(env))
  expect(names.filter((name) => secrets.has(name) && !exceptions.has(name))).toEqual([])
  const secretVolumes = new Set(
    pods.flatMap(({ volumes }) => volumes.flatMap(({ name, secret }) => (secret ? [name] : []))),
  )
  const folders = [
    ...containers.flatMap(({ volumeMounts }) => volumeMounts).filter(({ name }) => secretVolumes.has(name)),
    ...compose.services.shop.secrets.map((name) => ({ mountPath: `/run/secrets/${name}` })),
  ].map(({ mountPath }) => mountPath)
  const files = Object.values(environments)
    .flatMap((env) => Object.entries(env))
    .filter(([name]) => name.endsWith('_FILE'))
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter(([, file]) => !folders.some((folder) => file.startsWith(folder)))).toEqual([])
})

it('the compose file follows the Compose Specification', () => {
  const { $schema: _, ...schema } = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json'))
  const follows = new Ajv({ strict: false, allErrors: true }).compile(schema)
  follows(compose)
  expect(follows.errors).toBeNull()
})

type Schema = { (data: unknown): boolean; errors?: object[] | null }
const SCHEMAS: Record<string, Schema> = {
  Deployment: isDeployment,
  Service: isService,
  PodDisruptionBudget: isDisruptionBudget,
}

/** Wraps a value so that `onRead` gets the path of each field that is read. */
function recordReads<T>(value: T, onRead: (path: string) => void, at = ''): T {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key, own) {
      const path = `${at}/${String(key)}`
      onRead(path)
      return recordReads(Reflect.get(target, key, own), onRead, path)
    },
  })
}

function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [`${at}/${key}`, ...pathsOf(inner, `${at}/${key}`)])
}

it.each(objects.map((object) => [object.kind, object]))(
  'the Kubernetes %s follows its schema',
  (kind, object) => {
    const follows = SCHEMAS[kind]
    // The schemas allow unknown fields, which Kubernetes drops. The validator reads only the fields it knows.
    const readPaths = new Set<string>()
    follows?.(recordReads(object, (path) => readPaths.add(path)))
    expect(follows?.errors).toBeNull()
    expect(pathsOf(object).filter((path) => !readPaths.has(path))).toEqual([])
  },
)

/** Returns the project files that a source file imports at run time. Leaves out imports of types. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, read(file))
  return module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((name) => name.startsWith('#'))
    .map((name) => name.slice(1))
}

it('the image contains the files that the built program reads and that the commands import', () => {
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY --from=build \/shop\/(\S+) \.\/\1$/gm)]
  const isCopied = (file: string) => copied.some(([, folder]) => file.startsWith(`${folder}/`))
  const files = new Set(readdirSync('bin/commands').map((name) => `bin/commands/${name}`))
  files.add('infra/pdf/paper-worker.ts')
  for (const file of files) for (const needed of importsOf(file)) files.add(needed)
  expect(files.size).toBeGreaterThan(30)
  const readAtRunTime = ['build/program/main.js', 'db/migrations/0001_schema.sql', 'infra/pdf/fonts/one.ttf']
  expect([...files, ...readAtRunTime].filter((file) => !isCopied(file))).toEqual([])
})

it('the Grafana dashboard uses only metrics that the program exposes', async () => {
  const metrics = createMetrics()
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  metrics.connect({ pool, queues: async () => [{ name: 'mail', waiting: 0, running: 0, failed: 0 }] })
  metrics.countRequest('page', 'GET', 200, 0.01)
  const { body } = await metrics.text()
  const names = read('deploy/grafana.json').match(/\b(shop|process|nodejs)_[a-z0-9_]+/g) ?? []
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !body.includes(`\n${name}`))).toEqual([])
})
