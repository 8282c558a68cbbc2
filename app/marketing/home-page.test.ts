import { describe, expect, it } from 'vitest'
import { brandSentence, brandWord } from '#app/marketing/home-page.tsx'

describe('the brand sentence', () => {
  it('says what the brand means', () => {
    expect(brandSentence('Cultiva')).toBe('Cultiva means cultivation')
  })

  it('keeps the brand’s spelling and lower-cases the word', () => {
    expect(brandSentence(' MILLETA ')).toBe('MILLETA means milletation')
    expect(brandWord('Cultiva')).toBe('cultivation')
  })
})
