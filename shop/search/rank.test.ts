import { describe, expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { readQuery } from '#shop/search/query.ts'
import { type Findable, MOST_RESULTS, rank } from '#shop/search/rank.ts'
import { likenessTo } from '#shop/search/trigrams.ts'

const THINGS: Findable[] = [
  { name: 'Meal Play Box', about: 'Two mixes, ragi and bajra, for pancakes' },
  { name: 'Masala Idli', about: 'Steamed' },
  { name: 'Idli Batter', about: 'Urad dal and rice' },
  { name: 'Idli', about: 'Ragi and urad dal' },
  { name: 'Garam Masala', about: 'Cumin, pepper, clove' },
  { name: 'Za’atar', about: 'Thyme and sesame' },
]
const find = (typed: string) => rank(readQuery(typed).words, THINGS, (thing) => thing).map(({ name }) => name)

describe('likenessTo', () => {
  it('counts shared trigrams as pg_trgm does', () => {
    expect(likenessTo('word')('words')).toBeCloseTo(0.571, 3)
    expect(likenessTo('idly')('idli')).toBeCloseTo(0.429, 3)
    expect(likenessTo('ragi')('ragi')).toBe(1)
    expect(likenessTo('ragi')('cumin')).toBe(0)
  })
})

describe('rank', () => {
  it('puts the name itself first, then names that begin with it, then names that hold it', () => {
    expect(find('idli')).toEqual(['Idli', 'Idli Batter', 'Masala Idli'])
  })

  it('finds misspelt names', () => {
    expect(find('garm masla')).toEqual(['Garam Masala'])
    expect(find('idly')[0]).toBe('Idli')
    expect(find('zatar')).toEqual(['Za’atar'])
  })

  it('finds words of the text, and the beginning of a word', () => {
    expect(find('sesame')).toEqual(['Za’atar'])
    expect(find('pan')).toEqual(['Meal Play Box'])
    expect(find('bajra pancakes')).toEqual(['Meal Play Box'])
  })

  it('keeps the given order where only the text was hit', () => {
    expect(find('ragi')).toEqual(['Meal Play Box', 'Idli'])
  })

  it('finds nothing for nothing and for words that are nowhere', () => {
    expect(find('')).toEqual([])
    expect(find('xyzzy')).toEqual([])
  })

  it('gives at most twenty', () => {
    const many = Array.from({ length: 50 }, () => ({ name: 'Ragi', about: '' }))
    expect(rank(['ragi'], many, (thing) => thing)).toHaveLength(MOST_RESULTS)
  })
})

describe('recipes', () => {
  const names = (typed: string) =>
    rank(readQuery(typed).words, RECIPES, ({ name, summary }) => ({ name, about: summary })).map(
      ({ name }) => name,
    )

  it.each([
    ['idly', 'Idli'],
    ['pankakes', 'Veggie Pancakes'],
    ['ragee dhosa', 'Ragi Dosa'],
    ['milet piza', 'Millet Pizza'],
    ['chila', 'Chilla'],
  ])('%s finds %s first', (typed, name) => {
    expect(names(typed)[0]).toBe(name)
  })
})
