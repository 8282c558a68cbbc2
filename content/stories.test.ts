import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MANIFESTO, PROBLEMS, PROCESS } from '#content/about.ts'
import { HOME } from '#content/home.ts'
import { STORIES } from '#content/hydration/impact.ts'
import { STAGES } from '#content/impact.ts'
import { ABOUT_VOICES, HOME_VOICES, VOICES_NOTE } from '#content/testimonials.ts'

const titles = (things: readonly { title: string }[]) => things.map(({ title }) => title)
const STOPS = ['Farm', 'Production Clusters', 'Formulation and Assembly', 'Your Plate']

describe('the texts of the story pages', () => {
  it('contain the names in the specification', () => {
    expect(HOME.meanings.map(({ label }) => label)).toEqual([
      'Definition',
      'For Consumers',
      'For Communities',
    ])
    expect(titles(HOME.journey.steps)).toEqual(STOPS)
    expect(titles(STAGES)).toEqual(STOPS)
    expect(titles(HOME.values.three)).toEqual(['Health', 'Women-Owned', 'Climate-Smart'])
    expect(PROBLEMS.tabs.map(({ label }) => label)).toEqual(['Health', 'Economic', 'Food Systems'])
  })

  it('contain six steps, a manifesto and four voices', () => {
    expect(PROCESS.steps).toHaveLength(6)
    expect(MANIFESTO.length).toBeGreaterThan(3)
    expect(HOME_VOICES).toHaveLength(4)
  })

  it('cite facts for every problem', () => {
    for (const problem of PROBLEMS.tabs) expect(problem.facts.length).toBeGreaterThan(0)
  })

  it('refer only to drawings that exist', () => {
    const drawings = [
      HOME.meanings,
      HOME.journey.steps,
      HOME.values.three,
      PROBLEMS.tabs,
      PROCESS.steps,
      STAGES,
    ]
    for (const { drawing } of drawings.flat())
      expect(existsSync(`public/illustrations/${drawing}.svg`)).toBe(true)
  })
})

describe('the testimonials', () => {
  const voices = [...HOME_VOICES, ...ABOUT_VOICES]

  it('say that they are composites, and name no person', () => {
    expect(VOICES_NOTE).toContain('illustrative composites')
    for (const { name, role } of voices) {
      expect(name).toMatch(/^A /)
      expect(role).toMatch(/^Composite voice: /)
    }
  })

  it('of the hydration side name no person', () => {
    for (const { name } of STORIES) expect(name).toMatch(/^An? [a-z]/)
  })

  it('come from customers and group members, with unique ids and existing drawings', () => {
    expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length)
    expect(new Set(voices.map(({ type }) => type))).toEqual(new Set(['customer', 'shg-member']))
    for (const { imageUrl } of voices) expect(existsSync(`public${imageUrl}`)).toBe(true)
  })
})
