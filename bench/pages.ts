/** `npm run bench:pages`: how fast the built shop serves its pages. Prints the results and writes docs/performance.md. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { ownDatabase } from '#tests/own-database.ts'
import { keptAll, startRealShop } from '#tests/real-shop.ts'
import { endShop, readyShop } from '#tests/shop-program.ts'
import { measureFirstVisits } from './first-visit.ts'
import { measurePhoneScores } from './phone-scores.ts'
import { countShownAtOnce } from './price-change.ts'
import { report } from './report.ts'
import { compareWithBare, load } from './throughput.ts'

const PRODUCT = seedId(2)
const PAGES = ['/', '/products', `/product/${PRODUCT}`, '/hydration']
const RENDERING = { seconds: 4, connections: 4 }
const say = (line: string) => process.stdout.write(`${line}\n`)

// Its user must be able to enter, whoever runs this.
const folder = mkdtempSync(join(tmpdir(), 'bench-shop-'))
chmodSync(folder, 0o755)
const database = ownDatabase(folder)
await database.start()
const shop = await startRealShop(database.url, join(folder, 'data'))
try {
  const url = await readyShop(shop)
  say('Waiting until the shop has rendered its public pages once …')
  await keptAll(shop)
  say('Loading a kept page and a bare server in turns …')
  const kept = await compareWithBare(url, '/products')
  say('Rendering …')
  // A query that pages do not know keeps this one out of what is kept.
  const uncached = `${url}/products?bench=1`
  await load(uncached, RENDERING)
  const rendered = await load(uncached, RENDERING)
  say('Opening pages in a browser …')
  const visits = await measureFirstVisits(url, PAGES)
  say('Asking Lighthouse …')
  const phones = await measurePhoneScores(url, PAGES)
  say('Changing a price …')
  const price = await countShownAtOnce(url, PRODUCT)
  const text = report({ kept, rendered, visits, phones, price })
  writeFileSync(join(import.meta.dirname, '..', 'docs', 'performance.md'), text)
  say(`\n${text}`)
} finally {
  await endShop(shop, 'SIGTERM')
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
