/** `npm run bench -- pages` measures the throughput of the built shop's pages, and load times on a simulated phone. */
import { setTimeout as pause } from 'node:timers/promises'
import { REVIEWED } from '#app/kit/paths.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { RECOMPRESS_AFTER_MS } from '#infra/page-cache/page-cache.ts'
import { fullChromium } from '#tests/e2e/chromium.ts'
import { waitForCachedPages } from '#tests/real-shop.ts'
import { openBenchShop } from './bench-shop.ts'
import { measureFirstTaps } from './first-tap.ts'
import { measureFirstVisits } from './first-visit.ts'
import { pagesSection } from './pages-section.ts'
import { measurePersonalPages } from './personal-pages.ts'
import { measurePhoneScores } from './phone-scores.ts'
import { countShownAtOnce } from './price-change.ts'
import { waitUntilIdle } from './processes.ts'
import { say, writeSection } from './report.ts'
import { compareWithBare, load } from './throughput.ts'

const PRODUCT = seedId(2)
const PAGES = ['/', '/products', `/product/${PRODUCT}`, '/hydration']
const RENDERING = { seconds: 4, connections: 4 }

const shop = await openBenchShop()
const { url, program, close } = shop
try {
  say('Waiting until the shop has rendered its public pages once …')
  await waitForCachedPages(program)
  say('Waiting until the shop has compressed them again …')
  await pause(RECOMPRESS_AFTER_MS)
  await waitUntilIdle(program.child.pid ?? 0)
  say('Requesting a cached page and a bare server in turns …')
  const cached = await compareWithBare(url, '/products')
  say('The same with a link of a campaign …')
  const campaign = await compareWithBare(url, '/?utm_source=mail&utm_campaign=diwali&fbclid=IwAR0')
  say('The same with the catalogue …')
  const json = await compareWithBare(url, '/api/products')
  say('Rendering …')
  const uncached = `${url}/product/${PRODUCT}?${REVIEWED}=1`
  await load(uncached, RENDERING)
  const rendered = await load(uncached, RENDERING)
  say('Opening pages in a browser …')
  const visits = await measureFirstVisits(url, PAGES)
  say('Running Lighthouse …')
  const phones = await measurePhoneScores(url, PAGES)
  say('Tapping right after the paint …')
  const taps = await measureFirstTaps(url, PAGES)
  const { isFull } = await fullChromium()
  say('Changing a price …')
  const price = await countShownAtOnce(shop, PRODUCT)
  say('Requesting personal pages …')
  const personal = await measurePersonalPages(shop)
  writeSection(
    'pages',
    pagesSection({ cached, campaign, json, rendered, personal, visits, phones, taps, isFull, price }),
  )
} finally {
  await close()
}
