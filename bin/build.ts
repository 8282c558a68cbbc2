/**
 * Builds the pages, the worker's service worker and the program that serves them. Compresses every file that is
 * sent, so that the server need not.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, minifySync } from 'vite'
import { BROWSER_TARGETS } from '#bin/supported-browsers.ts'
import { STARTER } from '#server/defer-hydration.ts'

const CLIENT = 'build/client'
const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest)$/
const SMALLEST = 200
/** The name of a custom property in a stylesheet or script. */
const PROPERTY = /(?<![\w-])--[a-z][\w-]*/g
/** The pages that links with `prefetch` lead to. */
const FETCHED_AHEAD = ['storefront/product', 'cart/cart']

// A test runner sets NODE_ENV=test, for which React and Vite build their development versions.
process.env.NODE_ENV = 'production'

const cli = 'node_modules/@react-router/dev/bin.cjs'
const run = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], { stdio: 'inherit' })
if (run.status !== 0) process.exit(run.status ?? 1)

const assets = readdirSync(join(CLIENT, 'assets')).sort()
const manifest = readManifest()
// The service worker is at the top level, so that it may control the worker's screens. Its version changes with
// any built file.
const version = createHash('sha256').update(assets.join()).digest('hex').slice(0, 12)
await build({
  configFile: false,
  logLevel: 'warn',
  define: {
    __BUILD__: JSON.stringify(version),
    __FILES__: JSON.stringify({ worker: filesOfWorker(), coordinator: filesOfCoordinator() }),
  },
  build: {
    outDir: CLIENT,
    emptyOutDir: false,
    copyPublicDir: false,
    target: BROWSER_TARGETS,
    lib: {
      entry: 'app/programme/offline/service-worker.ts',
      formats: ['es'],
      fileName: () => 'worker-sw.js',
    },
  },
})

// A browser has no `process`: a module meant for pages or the server would stop the service worker from starting.
if (readFileSync(join(CLIENT, 'worker-sw.js'), 'utf8').includes('process.env'))
  throw new Error('worker-sw.js reads process.env: something that it imports does not belong there')

/**
 * Packages that load files or native drivers from their own folder, or are rarely needed. They are loaded on
 * demand.
 */
const PACKAGES_LEFT_OUT = ['@aws-sdk/client-s3', 'pg', 'sharp', 'swagger-ui-dist', 'vite']

// Bundles the server with its packages and pages, because reading 1,500 modules takes half of the time of a start.
await build({
  configFile: false,
  logLevel: 'warn',
  define: {
    'process.env.NODE_ENV': JSON.stringify('production'),
    __MINIFIED_STARTER__: JSON.stringify(minifySync('starter.js', STARTER).code),
  },
  ssr: { noExternal: true, external: PACKAGES_LEFT_OUT },
  build: {
    ssr: 'server/main.ts',
    outDir: 'build/program',
    target: 'node24',
    copyPublicDir: false,
    // Keeps stack traces readable. `node --enable-source-maps` reads the maps.
    minify: false,
    sourcemap: true,
    rolldownOptions: { checks: { moduleLevelDirective: false, pluginTimings: false } },
  },
})

for (const file of filesOf('build/program').filter((name) => name.endsWith('.js')))
  writeFileSync(file, inAscii(readFileSync(file, 'utf8')))

writeFileSync(manifest.file, lean(manifest.json))
shortenProperties()
await Promise.all(
  filesOf(CLIENT)
    .filter((name) => COMPRESSIBLE.test(name))
    .map(compress),
)

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
}

/**
 * Returns the program with all non-ASCII characters escaped. If a file contains one such character, V8 stores the
 * whole file with 2 bytes a character.
 */
function inAscii(program: string): string {
  if (/\\[\u0080-\uffff]/.test(program))
    throw new Error('a backslash before a character that must be escaped itself')
  return program.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Renames the custom properties that only stylesheets name, which makes a public page's stylesheet 2 % smaller. The
 * names of colours stay, because handles and data name colours. Names that a stylesheet uses but does not define stay,
 * too, because a browser may have the defining stylesheet from an earlier build, with other short names.
 */
function shortenProperties(): void {
  const sheets = filesOf(CLIENT).filter((name) => name.endsWith('.css'))
  const scripts = ['build/program', CLIENT].flatMap(filesOf).filter((name) => name.endsWith('.js'))
  const elsewhere = new Set(scripts.flatMap((file) => readFileSync(file, 'utf8').match(PROPERTY) ?? []))
  for (const css of sheets.map((file) => readFileSync(file, 'utf8'))) {
    const defined = new Set(css.match(/--[\w-]+(?=:)/g))
    for (const name of css.match(/(?<=var\()--[\w-]+(?=\))/g) ?? [])
      if (!defined.has(name)) elsewhere.add(name)
  }
  const uses = new Map<string, number>()
  for (const name of sheets.flatMap((file) => readFileSync(file, 'utf8').match(PROPERTY) ?? []))
    if (!name.startsWith('--color-') && !elsewhere.has(name)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const byUse = [...uses].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
  const short = new Map(byUse.map(([name], at) => [name, `--${at.toString(36)}`]))
  for (const file of sheets)
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(PROPERTY, (name) => short.get(name) ?? name),
    )
}

type Part = { module: string; imports: string[]; css: string[] }
type Route = Part & {
  id: string
  parentId?: string
  path?: string
  hasLoader?: boolean
  hasAction?: boolean
  hasDefaultExport?: boolean
}
type Manifest = { entry: Part; routes: Record<string, Route>; url: string }

/** The table of all routes and their files that every first page loads. */
function readManifest(): { file: string; json: Manifest } {
  const found = assets
    .filter((name) => name.startsWith('manifest-') && name.endsWith('.js'))
    .map((name) => join(CLIENT, 'assets', name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .find(({ text }) => text.includes('__reactRouterManifest='))
  if (!found) throw new Error('the manifest of the pages was not built')
  const { file, text } = found
  return { file, json: JSON.parse(text.slice(text.indexOf('=') + 1, text.lastIndexOf('}') + 1)) }
}

/**
 * Returns the script of the table: a row for each route, which the browser converts to the router's form. Keeps
 * imports only of pages that are fetched ahead, because the others would be two thirds of the table.
 */
function lean({ routes, ...rest }: Manifest): string {
  const children: Record<string, unknown[]> = {}
  for (const [route, { id, parentId = '', path = 0, module, ...part }] of Object.entries(routes)) {
    const file = /^\/assets\/(.+)\.js$/.exec(module)?.[1]
    if (id !== route || !file) throw new Error(`the route ${route} is not as expected`)
    const { hasLoader, hasAction, hasDefaultExport, css, imports, ...other } = part
    const has = (hasLoader ? 1 : 0) + (hasAction ? 2 : 0) + (hasDefaultExport ? 4 : 0)
    const more = {
      ...Object.fromEntries(Object.entries(other).filter(([, value]) => value !== false)),
      ...(css.length > 0 && { css }),
      ...(FETCHED_AHEAD.includes(id) && { imports }),
    }
    children[parentId] ??= []
    children[parentId].push([id, path, file, has, ...(Object.keys(more).length > 0 ? [more] : [])])
  }
  const rowToRoute = [
    "id,module:'/assets/'+file+'.js',...parentId&&{parentId},...path!==0&&{path}",
    'hasLoader:!!(has&1),hasAction:!!(has&2),hasDefaultExport:!!(has&4),...more',
  ].join()
  return `{const routes={};for(const[parentId,rows]of Object.entries(${JSON.stringify(children)}))\
for(const[id,path,file,has,more]of rows)routes[id]={${rowToRoute}};\
window.__reactRouterManifest={...${JSON.stringify(rest)},routes}}`
}

/** Returns the addresses of the files of these routes, and of the one built file that each pattern matches. */
function filesOfRoutes(ids: readonly string[], others: readonly RegExp[]): string[] {
  const { entry, routes, url } = manifest.json
  const built = [entry, ...['root', 'frame/page', ...ids].map((id) => routes[id])].flatMap((part) => {
    if (!part) throw new Error(`${ids} are not all among the routes`)
    return [part.module, ...part.imports, ...part.css]
  })
  const named = others.map((pattern) => {
    const name = assets.find((asset) => pattern.test(asset))
    if (!name) throw new Error(`no file like ${pattern} was built`)
    return `/assets/${name}`
  })
  return [...new Set([...built, url, ...named])]
}

/** Returns the addresses of the files of a coordinator's groups and photos. */
function filesOfCoordinator(): string[] {
  const ids = ['frame', 'groups', 'group', 'photos'].map((name) => `programme/coordinator/${name}`)
  // Files that are loaded when needed, perhaps offline: the notice, an opened photo, a picture that is made smaller.
  const names = ['offline', 'photo-lightbox', 'dialog', 'shrink-photo', 'pictures']
  const later = names.map((name) => new RegExp(`^${name}-.{7}\\.js$`))
  return filesOfRoutes(ids, [/^coordinator-.+\.css$/, ...later])
}

/** Returns the addresses of all files of the worker's screens. */
function filesOfWorker(): string[] {
  const ids = ['frame', 'dashboard', 'photo', 'news', 'help'].map((name) => `programme/worker/${name}`)
  const pictures = readdirSync('public/illustrations').filter((name) => name.startsWith('work-'))
  return [...filesOfRoutes(ids, [/^worker-.+\.css$/]), ...pictures.map((name) => `/illustrations/${name}`)]
}

async function compress(file: string): Promise<void> {
  const body = readFileSync(file)
  if (body.length < SMALLEST) return
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, best),
    promisify(gzip)(body, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}
