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
| **ratio** (median of rounds in turns; goal ≥ 0.9) | **${cached.ratio.toFixed(3)}** |
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

What Chromium with an empty cache loads, gzip-encoded, without headers: bytes of JavaScript that run while the visitor only
reads (goal: at most 2 KB, not compressed), and files once a control is used (goal: at most 120 KB of JavaScript).

| page | while reading | JavaScript | in all | requests |
|---|---|---|---|---|
${visits.map(visitRow).join('\n')}

### Lighthouse, mobile

A simulated phone on slow 4G, ${isFull ? 'in an installed Chromium' : 'in the packaged headless shell, which shows more than a full browser would'}, of a visitor who
uses no control. Each page is measured in turns with a copy of it that has no scripts (“page · copy”); medians of five. Goals:
performance ≥ 97, accessibility, best practices and SEO 100, LCP ≤ 1.1 ×, TBT and bytes ≤ 1.3 × the copy, CLS 0.

| page | performance | others | FCP ms | LCP ms | TBT ms | KB | CLS | benchmarkIndex |
|---|---|---|---|---|---|---|---|---|
${phones.map(phoneRow).join('\n')}

### After the paint

The same browser on a processor slowed to a quarter. Add to Basket or Add to Cart is tapped right after the paint; on pages
without such a button, typing starts the scripts. The longest task after the tap, the time until the button looks pressed, and
until the cart counts the product (or the page is hydrated). Medians of five (goals: 100, 100 and 800 ms).

| page | longest task ms | tap feedback ms | done ms |
|---|---|---|---|
${taps.map(tapRow).join('\n')}`
}

function tapRow({ path, longestTask, feedback, done }: FirstTap): string {
  const cells = [toRounded(longestTask), feedback === null ? '–' : toRounded(feedback), toRounded(done)]
  return `| \`${short(path)}\` | ${cells.join(' | ')} |`
}

function visitRow({ path, readingBytes, scriptBytes, totalBytes, requests }: FirstVisit): string {
  return `| \`${short(path)}\` | ${[readingBytes, scriptBytes, totalBytes].map(kb).join(' | ')} | ${requests} |`
}

function phoneRow({ path, page, copy, speeds }: PhoneScores): string {
  const both = (pick: (run: PhoneScores['page']) => number | string) => `${pick(page)} · ${pick(copy)}`
  const { accessibility, 'best-practices': practices, seo } = page.scores
  const cells = [
    `\`${short(path)}\``,
    both(({ scores }) => scores.performance),
    [accessibility, practices, seo].join(' · '),
    both(({ firstPaint }) => toRounded(firstPaint)),
    both(({ largestPaint }) => toRounded(largestPaint)),
    both(({ blocking }) => toRounded(blocking)),
    both(({ bytes }) => (bytes / 1000).toFixed(1)),
    page.shift.toFixed(3),
    speeds.map(toRounded).join(' to '),
  ]
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
