/**
 * `npm run bench -- search` sends searches of eight misspelt words, all at the same moment, and measures other pages
 * meanwhile. From one address the rate limit refuses most searches; from as many addresses as searches it refuses none.
 */
import { openBenchShop } from './bench-shop.ts'
import { runPlan } from './child.ts'
import { processorTime } from './processes.ts'
import { quantile, say, writeSection } from './report.ts'
import type { Burst, BurstPlan } from './search-burst.ts'

const WORDS = 'ragee bajara milett pankakes turmaric tandori protien idly'
const SEARCH = `/search?q=${encodeURIComponent(WORDS)}`
const OTHERS = ['/', '/cart']

const shop = await openBenchShop()
try {
  const burst = async (searches: number, hasOwnAddresses: boolean) => {
    const start = processorTime(shop.program.child.pid ?? 0)
    const results = await runPlan<Burst>('search-burst.ts', {
      ...{ url: shop.url, search: SEARCH, others: OTHERS, searches, hasOwnAddresses },
    } satisfies BurstPlan)
    return { ...results, processor: processorTime(shop.program.child.pid ?? 0) - start }
  }
  await burst(10, true)
  const rows = []
  for (const searches of [60, 200])
    for (const hasOwnAddresses of [true, false]) {
      say(`${searches} searches …`)
      rows.push(row(searches, hasOwnAddresses, await burst(searches, hasOwnAddresses)))
    }
  writeSection('search', section(rows))
} finally {
  await shop.close()
}

type BurstFigures = Burst & { processor: number }

function row(
  searches: number,
  hasOwnAddresses: boolean,
  { ms, refused, others, processor }: BurstFigures,
): string {
  const name = `${searches} from ${hasOwnAddresses ? `${searches} addresses` : 'one address'}`
  const waits = others.map((times) =>
    [0.5, 0.99, 1].map((part) => quantile(times, part).toFixed(0)).join(' / '),
  )
  return `| ${[name, refused, (processor / 1000).toFixed(2), (ms / 1000).toFixed(2), ...waits].join(' | ')} |`
}

function section(rows: string[]): string {
  return `## Searching

Searches with eight misspelt words arrive at the same moment. Until all are answered, two other pages are timed: the home
page, which is cached, and the cart, which is rendered for each request (p50, p99 and worst in ms; goal: p99 ≤ 50 with 200
searches). The shop's processor time includes these two pages.

| searches | refused (429) | s of processor | s until all were answered | \`/\`: p50 / p99 / worst | \`/cart\`: p50 / p99 / worst |
|---|---|---|---|---|---|
${rows.join('\n')}`
}
