/** `npm run dev` on a copy of the sources: a change takes effect by a restart, and a mistake is shown. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { plantBug } from '#lab/checker/bugs.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { endShop, freePort, readyShop, startShop } from '#tests/shop-program.ts'

const { root, remove } = plantBug({ name: 'none', edits: [] })
for (const path of ['bin', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts'])
  cpSync(join(import.meta.dirname, '..', '..', path), join(root, path), { recursive: true })
const DATA_DIR = makeOpenFolder()
const shop = startShop({ DATA_DIR, PORT: `${await freePort()}` }, root, { isDevelopment: true })
afterAll(async () => {
  await endShop(shop, 'SIGTERM')
  remove()
  removeFolders()
})
const url = await readyShop(shop)

function editSource(file: string, from: string, to: string): void {
  const text = readFileSync(join(root, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(root, file), text.replace(from, to))
}

const textAt = async (path: string) => (await fetch(url + path)).text()
const soon = (path: string) => expect.poll(() => textAt(path), { timeout: 60_000 })

it('restarts with a changed module of the API and of the server', async () => {
  editSource('api/failures.ts', 'There is nothing at this address.', 'Nothing is here.')
  await soon('/api/nothing').toContain('Nothing is here.')
  editSource('server/site.ts', "c.text('ok')", "c.text('well')")
  await soon('/healthz').toBe('well')
})

it('applies a new migration', async () => {
  const [product] = await (await fetch(`${url}/api/products?limit=1`)).json()
  const sql = `update products set name = 'Migrated mix' where id = '${product.id}';`
  writeFileSync(join(root, 'db', 'migrations', '0002_renamed_mix.sql'), sql)
  await soon(`/api/products/${product.id}`).toContain('Migrated mix')
})

it('shows a mistake in a handle with its message and lines, until it is corrected', async () => {
  const file = 'app/admin/api-keys/api-keys.tsx'
  const access = '  access: { get: 200, post: 422 },\n'
  editSource(file, access, '')
  await soon('/').toMatch(/lacks access.*&gt; \d+ \| export const handle: PageHandle = \{/s)
  expect((await fetch(url)).status).toBe(500)
  editSource(file, "group: 'Shop' },\n", `group: 'Shop' },\n${access}`)
  await soon('/').toContain('</html>')
})
