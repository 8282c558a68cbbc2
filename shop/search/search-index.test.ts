import { describe, expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { readQuery } from '#shop/search/query.ts'
import { buildIndexInSteps, createIndex, type Findable, MAX_RESULTS } from '#shop/search/search-index.ts'
import { createSynonymLookup, sharedTrigrams, trigramSimilarity, trigramsOf } from '#shop/search/synonyms.ts'

const ITEMS: Findable[] = [
  { name: 'Meal Play Box', about: 'Two mixes, ragi and bajra, for pancakes' },
  { name: 'Masala Idli', about: 'Steamed' },
  { name: 'Idli Batter', about: 'Urad dal and rice' },
  { name: 'Idli', about: 'Ragi and urad dal' },
  { name: 'Garam Masala', about: 'Cumin, pepper, clove' },
  { name: 'Za’atar', about: 'Thyme and sesame' },
]
const index = createIndex(ITEMS)
const find = (typed: string) => index.find(readQuery(typed).words).map((at) => ITEMS[at]?.name)

function similarityOf(text: string, other: string): number {
  const [a, b] = [trigramsOf(text), trigramsOf(other)]
  return trigramSimilarity(sharedTrigrams(a, b), a.size, b.size)
}

describe('trigramSimilarity', () => {
  it('counts shared trigrams as pg_trgm does', () => {
    expect(similarityOf('word', 'words')).toBeCloseTo(0.571, 3)
    expect(similarityOf('idly', 'idli')).toBeCloseTo(0.429, 3)
    expect(similarityOf('ragi', 'ragi')).toBe(1)
    expect(similarityOf('ragi', 'cumin')).toBe(0)
  })
})

describe('a search index', () => {
  it('ranks the exact name first, then names that start with it, then names that contain it', () => {
    expect(find('idli')).toEqual(['Idli', 'Idli Batter', 'Masala Idli'])
  })

  it('finds misspelt names', () => {
    expect(find('garm masla')).toEqual(['Garam Masala'])
    expect(find('idly')[0]).toBe('Idli')
    expect(find('zatar')).toEqual(['Za’atar'])
  })

  it('finds words with two neighbouring letters swapped', () => {
    expect(find('rgai')).toEqual(find('ragi'))
    expect(find('ildi')[0]).toBe('Idli')
    expect(find('cimun')).toEqual([])
  })

  it('finds words of the text, and the beginning of a word', () => {
    expect(find('sesame')).toEqual(['Za’atar'])
    expect(find('pan')).toEqual(['Meal Play Box'])
    expect(find('bajra pancakes')).toEqual(['Meal Play Box'])
  })

  it('keeps the given order if only texts match', () => {
    expect(find('ragi')).toEqual(['Meal Play Box', 'Idli'])
  })

  it('finds nothing for an empty query and for unknown words', () => {
    expect(find('')).toEqual([])
    expect(find('xyzzy')).toEqual([])
  })

  it('returns at most twenty', () => {
    const many = Array.from({ length: 50 }, () => ({ name: 'Ragi', about: '' }))
    expect(createIndex(many).find(['ragi'])).toEqual(Array.from({ length: MAX_RESULTS }, (_, at) => at))
  })

  it('is built in one step per item', () => {
    const steps = [...buildIndexInSteps(ITEMS)]
    expect(steps).toHaveLength(ITEMS.length)
  })

  it('limits the visited index entries, and keeps the closest words', () => {
    const common = Array.from({ length: 400 }, (_, at) => ({ name: `Ragini ${at}`, about: 'ragas' }))
    const items = [...common, { name: 'Ragi', about: '' }]
    expect(createIndex(items, { maxVisits: 300 }).find(['ragi'])).toEqual([400])
    expect(createIndex(items).find(['ragi'])).toHaveLength(MAX_RESULTS)
  })

  it.each([
    ['idly', 'Idli'],
    ['pankakes', 'Veggie Pancakes'],
    ['ragee dhosa', 'Ragi Dosa'],
    ['milet piza', 'Millet Pizza'],
    ['chila', 'Chilla'],
  ])('%s finds the recipe %s first', (typed, name) => {
    const recipes = createIndex(RECIPES.map(({ name, summary }) => ({ name, about: summary })))
    expect(RECIPES[recipes.find(readQuery(typed).words)[0] ?? -1]?.name).toBe(name)
  })
})

describe('synonyms', () => {
  const items: Findable[] = [
    { name: 'Pearl Onion', about: 'Not a grain' },
    { name: 'Kambu Koozh', about: 'Thin porridge' },
    { name: 'Bajra Roti', about: 'Flat bread' },
    { name: 'Rajasthani Plate', about: 'Roti of bajra, with kali dal and chilli' },
    { name: 'Pepper Rasam', about: 'Black' },
  ]
  const synonyms = createSynonymLookup([
    ['bajra', 'pearl millet', 'kambu', 'बाजरा'],
    ['black pepper', 'kali mirch'],
    ['chilli', 'mirch'],
  ])
  const index = createIndex(items, { synonyms })
  const find = (typed: string) => index.find(readQuery(typed).words).map((at) => items[at]?.name)

  it('find an item, ranked just below matches of the word itself', () => {
    expect(find('bajra')).toEqual(['Bajra Roti', 'Kambu Koozh', 'Rajasthani Plate'])
    expect(find('kambu')).toEqual(['Kambu Koozh', 'Bajra Roti', 'Rajasthani Plate'])
    expect(find('बाजरा')).toEqual(['Kambu Koozh', 'Bajra Roti', 'Rajasthani Plate'])
  })

  it('may be phrases, which count as one word beside others', () => {
    expect(find('pearl millet')[0]).toBe('Kambu Koozh')
    expect(find('Pearl Millet roti')[0]).toBe('Bajra Roti')
    expect(find('kali mirch')[0]).toBe('Pepper Rasam')
    expect(find('mirch')).toEqual(['Rajasthani Plate'])
    expect(find('kambu onion')[0]).toBe('Pearl Onion')
  })

  it('are recognized when misspelt, unless the words match exactly', () => {
    expect(find('kaambu')).toEqual(['Kambu Koozh', 'Bajra Roti', 'Rajasthani Plate'])
    expect(find('pearl milet')[0]).toBe('Kambu Koozh')
    expect(find('pearl milet roti')[0]).toBe('Bajra Roti')
    expect(find('kaali mirch')[0]).toBe('Pepper Rasam')
    expect(find('plate')).toEqual(['Rajasthani Plate'])
  })
})
