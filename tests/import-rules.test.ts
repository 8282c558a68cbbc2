/**
 * Checks the import rules on all files, type imports included. The reasons are in docs/decisions/0002.
 */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import routes from '#app/routes.ts'

const FOLDERS = ['app', 'api', 'shop', 'infra', 'content', 'db', 'server', 'bin', 'tests', 'lab']

type Import = { from: string; to: string }

async function sourceFiles(): Promise<string[]> {
  const files: string[] = []
  for (const folder of FOLDERS) {
    for await (const file of glob(`${folder}/**/*.{ts,tsx}`)) files.push(file)
  }
  return files.filter((file) => !file.endsWith('.d.ts'))
}

/**
 * Returns the imports of a file: project files as paths from the root, packages by name. Leaves out route types
 * (`./+types/…`).
 */
function importsOf(file: string): Import[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  const reexported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
  )
  return [...imported, ...reexported]
    .filter((request) => !request.includes('+types/'))
    .map((request) => ({ from: file, to: resolve(file, request) }))
}

function resolve(file: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1)
  return request.startsWith('.') ? normalize(join(dirname(file), request)) : request
}

/** The route modules, and the two other files that the framework loads. */
async function findRouteFiles(): Promise<Set<string>> {
  const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children = [] }) => [`app/${file}`, ...filesOf(children)])
  return new Set([...filesOf(await routes), 'app/root.tsx', 'app/entry.server.tsx'])
}

/** The areas of the shop, lowest layer first. 'root' means the files directly in `shop/`. Add a new area here. */
const SHOP_LAYERS = [
  ['kernel'],
  ['root'],
  ['audit'],
  ['inventory', 'reviews'],
  ['catalogue', 'coupons', 'customers', 'filters', 'jobs', 'settings', 'texts', 'webhooks'],
  ['factors', 'messages', 'programme', 'referrals', 'search'],
  ['payments', 'pricing'],
  ['carts'],
  ['orders'],
  ['analytics', 'invoices', 'newsletters'],
  ['accounts', 'desk', 'privacy', 'settlement'],
]

const isShopCode = (file: string) => file.startsWith('shop/') && !file.endsWith('.test.ts')

function areaOf(file: string): string {
  const [, area, below] = file.split('/')
  return below === undefined ? 'root' : `${area}`
}

const routeFiles = await findRouteFiles()
const files = await sourceFiles()
const imports = files.flatMap(importsOf)

const edgeOf = ({ from, to }: Import) => `${from} → ${to}`

/** Returns the imports that break a rule, as 'from → to'. */
function findViolations(from: RegExp, to: RegExp, except: RegExp = /^$/): string[] {
  return imports
    .filter((each) => from.test(each.from) && to.test(each.to) && !except.test(each.to))
    .map(edgeOf)
}

describe('import rules', () => {
  it('reads every file', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
    expect(routeFiles.size).toBeGreaterThan(50)
  })

  it('the kernel imports nothing', () => {
    expect(findViolations(/^shop\/kernel\/(?!.*\.test\.)/, /./, /^shop\/kernel\//)).toEqual([])
  })

  it('the shop imports no page, API, adapter or server module', () => {
    const inside = /^shop\/(?!.*\.test\.)/
    expect(findViolations(inside, /^(app|api|infra|server|content|tests|bin)\//)).toEqual([])
    expect(
      findViolations(inside, /^(react|react-router|hono|pg|pg-boss|better-auth|nodemailer|pino)(\/|$)/),
    ).toEqual([])
  })

  it('pages and API reach tables only through use cases and reads', () => {
    expect(findViolations(/^(app|api)\/(?!.*\.test\.)/, /\.sql\.ts$/)).toEqual([])
    expect(findViolations(/^(app|api)\/(?!.*\.test\.)/, /^(server|bin|tests)\//)).toEqual([])
    expect(findViolations(/^app\//, /^api\//)).toEqual([])
    expect(findViolations(/^api\//, /^app\//)).toEqual([])
  })

  it('infra imports no page, API or server', () => {
    expect(findViolations(/^infra\/(?!.*\.test\.)/, /^(app|api|server|bin|tests)\//)).toEqual([])
  })

  it('only the lab imports from the lab', () => {
    expect(findViolations(/^(?!lab\/)/, /^lab\//)).toEqual([])
  })

  it('components import no query, server module or adapter', () => {
    const isView = ({ from }: Import) =>
      /^app\/.*\.tsx?$/.test(from) && !routeFiles.has(from) && !/\.(server|test)\.tsx?$/.test(from)
    const fetching = imports.filter(
      (each) =>
        isView(each) && (/(\.read|\.sql|\.server)\.ts$/.test(each.to) || /^(infra|db)\//.test(each.to)),
    )
    expect(fetching.map(edgeOf)).toEqual([])
  })

  it('content imports only content and the shop', () => {
    expect(findViolations(/^content\/(?!.*\.test\.)/, /./, /^(content|shop)\//)).toEqual([])
  })

  it('models and inputs are pure: they import no query and no Node module', () => {
    const model = /^shop\/[\w-]+\/(?!.*(\.sql|\.read|\.test)\.ts$)[\w]+\.ts$/
    expect(findViolations(model, /\.(sql|read)\.ts$/)).toEqual([])
    expect(findViolations(model, /^(kysely|node:.*)$/)).toEqual([])
  })

  it('queries, flows and use cases import no use case', () => {
    const useCases = new Set(files.filter(isUseCase))
    expect(useCases.size).toBeGreaterThan(50)
    const isBelow = (file: string) => /\.(sql|read|flow)\.ts$/.test(file) || useCases.has(file)
    const calls = imports.filter(({ from, to }) => from !== to && isBelow(from) && useCases.has(to))
    expect(calls.map(edgeOf)).toEqual([])
  })

  it('SQL of shop, pages, API and server is only in .sql.ts and .read.ts files of the shop', () => {
    const sqlFile = /^shop\/.*\.(sql|read)\.ts$/
    // Savepoints are part of transaction control, and name no table.
    const excepted = new Set(['shop/transaction.ts'])
    const statement = /\b(insertInto|updateTable|deleteFrom|selectFrom)\b|(?<![.\w])sql(<[^>]*>)?`/
    const offenders = files
      .filter((file) => /^(shop|app|api|server)\/(?!.*\.test\.)/.test(file))
      .filter((file) => !sqlFile.test(file) && !excepted.has(file))
      .filter((file) => statement.test(readFileSync(file, 'utf8')))
    expect(offenders).toEqual([])
  })

  it('transactions of the shop begin in shop/transaction.ts', () => {
    const offenders = files
      .filter((file) => isShopCode(file) && file !== 'shop/transaction.ts')
      .filter((file) => /\.transaction\(\)/.test(readFileSync(file, 'utf8')))
    expect(offenders).toEqual([])
  })

  it('each area of the shop imports only areas of lower layers', () => {
    const level = new Map(SHOP_LAYERS.flatMap((areas, at) => areas.map((area) => [area, at] as const)))
    expect([...new Set(files.filter(isShopCode).map(areaOf))].toSorted()).toEqual(
      [...level.keys()].toSorted(),
    )
    const upward = imports.filter((each) => {
      if (!isShopCode(each.from) || !each.to.startsWith('shop/')) return false
      const [from, to] = [areaOf(each.from), areaOf(each.to)]
      return from !== to && (level.get(to) ?? Infinity) >= (level.get(from) ?? -1)
    })
    expect(upward.map(edgeOf)).toEqual([])
  })

  it('no two features of the pages import each other', () => {
    const featureOf = (file: string) => /^app\/([\w-]+)\//.exec(file)?.[1]
    const edges = new Set(
      imports.flatMap(({ from, to }) => {
        const [a, b] = [featureOf(from), featureOf(to)]
        return a && b && a !== b && !from.endsWith('.test.ts') ? [`${a} → ${b}`] : []
      }),
    )
    expect(edges.size).toBeGreaterThan(20)
    const isMutual = (edge: string) => edges.has(edge.split(' → ').toReversed().join(' → '))
    expect([...edges].filter(isMutual)).toEqual([])
  })

  it('only the root imports the admin pages or a side of the programme from outside', () => {
    const sideOf = (file: string) => /^app\/(programme\/(?:worker|coordinator|desk)|admin)\//.exec(file)?.[1]
    const sideways = imports.filter(({ from, to }) => {
      const side = sideOf(to)
      const isRoot = from === 'app/root.tsx' || /\.test\.tsx?$/.test(from)
      return from.startsWith('app/') && side && side !== sideOf(from) && !isRoot
    })
    expect(sideways.map(edgeOf)).toEqual([])
  })

  it('imports have no cycles', () => {
    expect(findCycles()).toEqual([])
  })

  it('no file is a barrel or has a name such as utils', () => {
    expect(
      files.filter((file) => /(^|\/)(index|utils?|helpers?|misc|common|manager|service)s?\.tsx?$/.test(file)),
    ).toEqual([])
  })

  it('only the listed files connect to other hosts, and none patches a prototype', () => {
    const connecting = /(?<![.\w])fetch\(|\b(request|connect)\b[^\n]* from 'node:(http|https|http2|net|tls)'/
    const production = files.filter((file) => /^(api|infra|server)\/(?!.*\.test\.)/.test(file))
    expect(production.filter((file) => connecting.test(readFileSync(file, 'utf8'))).toSorted()).toEqual([
      'infra/accounts/sign-in-providers.ts',
      'infra/files/fetch-picture.ts',
      'infra/files/virus-scanner.ts',
      'infra/outgoing/public-host.ts',
      'infra/payments/razorpay/razorpay-api.ts',
      // Runs in the browser.
      'server/defer-hydration.ts',
    ])
    const patching = /\.prototype(\.\w+|\[[^\]]+\]) = /
    expect(production.filter((file) => patching.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('the shop reads no clock and no environment variable', () => {
    const offenders = files
      .filter((file) => file.startsWith('shop/') && !file.endsWith('.test.ts'))
      .filter((file) => /process\.env|new Date\(\)|Date\.now\(\)/.test(readFileSync(file, 'utf8')))
    expect(offenders).toEqual([])
  })
})

/** True for a file of the shop without a suffix that exports a function whose first parameter is a Ctx. */
function isUseCase(file: string): boolean {
  if (!/^shop\/[\w-]+\/[\w-]+\.ts$/.test(file)) return false
  return /export (async )?function \w+(<[^(]*>)?\(\s*(\w+|\{[^}]*\}): (Omit<|Pick<)?\w*Ctx\b/.test(
    readFileSync(file, 'utf8'),
  )
}

/** Finds import cycles among project files. Type-only imports count, because a reader follows them too. */
function findCycles(): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const violations: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      violations.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return violations
}
