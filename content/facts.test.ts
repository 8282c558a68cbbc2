import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FACTS, type Fact } from '#content/facts.ts'

/** Figures checked against their sources, with source and year. Check a new figure before adding it here. */
const CHECKED = [
  ['57.0%', 'NFHS-5', '2019-21'],
  ['67.1%', 'NFHS-5', '2019-21'],
  ['35.5%', 'NFHS-5', '2019-21'],
  ['11.4%', 'ICMR-INDIAB', '2023'],
  ['15.3%', 'ICMR-INDIAB', '2023'],
  ['35.5%', 'ICMR-INDIAB', '2023'],
  ['About 90%', 'FAO AQUASTAT', '2015'],
  ['13.96%', 'Agriculture Census', '2015-16'],
  ['About 10 crore', 'Ministry of Rural Development', '2024'],
  ['About 364 mg', 'IFCT', '2017'],
  ['About 6.4 mg', 'IFCT', '2017'],
  ['2023', 'United Nations', '2023'],
]

const facts: Fact[] = Object.values(FACTS)

describe('the statistics of the story pages', () => {
  it.each(facts)('have a source, a year and a text: $figure $text', (fact) => {
    expect(fact.source).not.toBe('')
    expect(fact.year).toMatch(/^\d{4}(-\d{2})?$/)
    expect(fact.text).toMatch(/[a-z)]$/)
    if (fact.url) expect(new URL(fact.url).protocol).toBe('https:')
  })

  it.each(facts)('are among the checked figures: $figure $text', (fact) => {
    const isChecked = CHECKED.some(
      ([figure, source, year]) =>
        figure === fact.figure && fact.source.includes(source ?? '') && year === fact.year,
    )
    expect(isChecked).toBe(true)
  })

  it('are defined only here: no story page contains another percentage', () => {
    const pages = ['home.ts', 'about.ts', 'impact.ts', 'testimonials.ts']
    expect(readdirSync('content')).toEqual(expect.arrayContaining(pages))
    for (const page of pages) expect(readFileSync(`content/${page}`, 'utf8')).not.toMatch(/\d\s?%|crore|lakh/)
  })
})
