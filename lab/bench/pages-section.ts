import type { FirstTap } from './first-tap.ts'
import type { FirstVisit } from './first-visit.ts'
import type { PersonalPage } from './personal-pages.ts'
import type { PhoneScores } from './phone-scores.ts'
import type { Throughput } from './throughput.ts'

export type Results = {
  cached: Throughput
  /** A cached page with query parameters that it does not read. */
  campaign: Throughput
  /** The catalogue's JSON. */
  json: Throughput
  /** Rendered pages a second. */
  rendered: number
  personal: PersonalPage[]
  visits: FirstVisit[]
  phones: PhoneScores[]
  taps: FirstTap[]
  /** True for an installed Chromium, false for the packaged headless shell. */
  isFull: boolean
  price: { changes: number; immediate: number }
}

/** The results as a section of docs/performance.md. */
export function pagesSection(results: Results): string {
  const { cached, campaign, json, rendered, personal, visits, phones, taps, isFull, price } = results
  return `## Pages

| | requests a second |
|---|---|
| cached page (\`${cached.path}\`, ${cached.bytes} bytes of body) | ${toRounded(cached.shop)} |
| bare node:http, same headers and bytes | ${toRounded(cached.bare)} |
| **ratio** (median of rounds in turns; goal ≥ 0.95) | **${cached.ratio.toFixed(3)}** |
| the same with a campaign's link (\`${campaign.path}\`, ${campaign.bytes} bytes of body) | ${toRounded(campaign.shop)} |
| bare node:http, same headers and bytes | ${toRounded(campaign.bare)} |
| **ratio** | **${campaign.ratio.toFixed(3)}** |
| cached answer of the catalogue API (\`${json.path}\`, ${json.bytes} bytes of body) | ${toRounded(json.shop)} |
| bare node:http, same headers and bytes | ${toRounded(json.bare)} |
| **ratio** (goal ≥ 0.8) | **${json.ratio.toFixed(3)}** |
| page rendered for each request | ${toRounded(rendered)} |

An admin's price change was on the page and in the API at the very next request ${price.immediate} of ${price.changes} times.

### Pages made for one person

Rendered for each request and compressed: the shop's processor time, without its database.

| page | ms | goal |
|---|---|---|
${personal.map(({ name, path, ms, goal }) => `| ${name} (\`${path}\`) | ${ms.toFixed(1)} | ≤ ${goal} |`).join('\n')}

### First visit

What Chromium with an empty cache asks for once a control is used, gzip-encoded, without headers (goal: at most 120 KB of
JavaScript).

| page | JavaScript | in all | requests |
|---|---|---|---|
${visits.map((visit) => `| \`${short(visit.path)}\` | ${kb(visit.scriptBytes)} | ${kb(visit.totalBytes)} | ${visit.requests} |`).join('\n')}

### Lighthouse, mobile

A simulated phone on slow 4G, ${isFull ? 'in an installed Chromium' : 'in the packaged headless shell, which shows more than a full browser would'}, of a visitor who
uses no control; medians of five (goals: performance ≥ 95, the others 100, LCP ≤ 1000 ms, TBT ≤ 150 ms, CLS 0).

| page | performance | accessibility | best practices | SEO | FCP ms | LCP ms | TBT ms | CLS |
|---|---|---|---|---|---|---|---|---|
${phones.map(phoneRow).join('\n')}

### After the paint

The same browser on a processor slowed to a quarter, with a control used after loading: the longest task from the first paint
until the page is hydrated, what tasks take beyond 50 ms each, and the time from a tap on Add to Basket or Add to Cart right after the paint until the button
shows it and until the product is counted. Medians of five (goals: longest task ≤ 100 ms, tap answered in 200 ms).

| page | longest task ms | blocking ms | tap seen ms | tap done ms |
|---|---|---|---|---|
${taps.map(tapRow).join('\n')}`
}

function tapRow({ path, longestTask, blocking, tap }: FirstTap): string {
  const answer = tap ? [tap.seen, tap.done].map(toRounded) : ['–', '–']
  return `| ${[`\`${short(path)}\``, toRounded(longestTask), toRounded(blocking), ...answer].join(' | ')} |`
}

function phoneRow({ path, scores, firstPaint, largestPaint, blocking, shift }: PhoneScores): string {
  const { performance, accessibility, 'best-practices': practices, seo } = scores
  const times = [firstPaint, largestPaint, blocking].map(toRounded)
  const cells = [`\`${short(path)}\``, performance, accessibility, practices, seo, ...times, shift.toFixed(3)]
  return `| ${cells.join(' | ')} |`
}

function short(path: string): string {
  return path.startsWith('/product/') ? '/product/{id}' : path
}

function toRounded(number: number): string {
  return Math.round(number).toString()
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
