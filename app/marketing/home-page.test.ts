import { describe, expect, it } from 'vitest'
import { type HomeBox, heroOf } from '#app/marketing/figures.ts'
import { brandSentence, brandWord } from '#app/marketing/home-page.tsx'
import { HOME } from '#content/home.ts'

describe('the brand sentence', () => {
  it('says what the brand means', () => {
    expect(brandSentence('Cultiva')).toBe('Cultiva means cultivation')
  })

  it('keeps the brand’s spelling and lower-cases the word', () => {
    expect(brandSentence(' MILLETA ')).toBe('MILLETA means milletation')
    expect(brandWord('Cultiva')).toBe('cultivation')
  })
})

describe('the hero', () => {
  const box = {} as HomeBox

  it('does not offer a box of dinners in a shop that does not sell it', () => {
    expect(heroOf(HOME.hero, { box, isEmpty: false })).toBe(HOME.hero)
    for (const isEmpty of [true, false])
      expect(JSON.stringify(heroOf(HOME.hero, { box: null, isEmpty }))).not.toMatch(/box|twenty|ten/i)
    const edited = { ...HOME.hero, title: 'Twenty kilos of ragi' }
    expect(heroOf(edited, { box: null, isEmpty: false })).toBe(edited)
  })
})
