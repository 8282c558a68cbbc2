import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { readQuery, wordsOf } from '#shop/search/query.ts'
import { createIndex, type Findable, indexing, MAX_RESULTS } from '#shop/search/search-index.ts'
import { synonymsOf } from '#shop/search/synonyms.ts'
import { sharedTrigrams, similarity, trigramsOf } from '#shop/search/trigrams.ts'

const THINGS: Findable[] = [
  { name: 'Meal Play Box', about: 'Two mixes, ragi and bajra, for pancakes' },
  { name: 'Masala Idli', about: 'Steamed' },
  { name: 'Idli Batter', about: 'Urad dal and rice' },
  { name: 'Idli', about: 'Ragi and urad dal' },
  { name: 'Garam Masala', about: 'Cumin, pepper, clove' },
  { name: 'Za’atar', about: 'Thyme and sesame' },
]
const index = createIndex(THINGS)
const find = (typed: string) => index.find(readQuery(typed).words).map((at) => THINGS[at]?.name)

const taken = new Map<string, Set<string>>()
function trigrams(word: string): Set<string> {
  const made = taken.get(word) ?? trigramsOf(word)
  taken.set(word, made)
  return made
}

function alike(one: string, other: string): number {
  const [a, b] = [trigrams(one), trigrams(other)]
  return similarity(sharedTrigrams(a, b), a.size, b.size)
}

describe('likeness', () => {
  it('counts shared trigrams as pg_trgm does', () => {
    expect(alike('word', 'words')).toBeCloseTo(0.571, 3)
    expect(alike('idly', 'idli')).toBeCloseTo(0.429, 3)
    expect(alike('ragi', 'ragi')).toBe(1)
    expect(alike('ragi', 'cumin')).toBe(0)
  })
})

describe('a search index', () => {
  it('puts the name itself first, then names that begin with it, then names that hold it', () => {
    expect(find('idli')).toEqual(['Idli', 'Idli Batter', 'Masala Idli'])
  })

  it('finds misspelt names', () => {
    expect(find('garm masla')).toEqual(['Garam Masala'])
    expect(find('idly')[0]).toBe('Idli')
    expect(find('zatar')).toEqual(['Za’atar'])
  })

  it('finds words with two neighbouring letters exchanged', () => {
    expect(find('rgai')).toEqual(find('ragi'))
    expect(find('ildi')[0]).toBe('Idli')
    expect(find('cimun')).toEqual([])
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

  it('returns at most twenty', () => {
    const many = Array.from({ length: 50 }, () => ({ name: 'Ragi', about: '' }))
    expect(createIndex(many).find(['ragi'])).toEqual(Array.from({ length: MAX_RESULTS }, (_, at) => at))
  })

  it('is made a thing at a time', () => {
    const steps = [...indexing(THINGS)]
    expect(steps).toHaveLength(THINGS.length)
  })

  it('cuts a search that would look at too much, and keeps the closest words', () => {
    const common = Array.from({ length: 400 }, (_, at) => ({ name: `Ragini ${at}`, about: 'ragas' }))
    const things = [...common, { name: 'Ragi', about: '' }]
    expect(createIndex(things, { mostVisits: 300 }).find(['ragi'])).toEqual([400])
    expect(createIndex(things).find(['ragi'])).toHaveLength(MAX_RESULTS)
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

describe('other names', () => {
  const things: Findable[] = [
    { name: 'Pearl Onion', about: 'Not a grain' },
    { name: 'Kambu Koozh', about: 'Thin porridge' },
    { name: 'Bajra Roti', about: 'Flat bread' },
    { name: 'Rajasthani Plate', about: 'Roti of bajra, with kali dal and chilli' },
    { name: 'Pepper Rasam', about: 'Black' },
  ]
  const synonyms = synonymsOf([
    ['bajra', 'pearl millet', 'kambu', 'बाजरा'],
    ['black pepper', 'kali mirch'],
    ['chilli', 'mirch'],
  ])
  const index = createIndex(things, { synonyms })
  const find = (typed: string) => index.find(readQuery(typed).words).map((at) => things[at]?.name)

  it('find the thing, just below the word itself and in the same order', () => {
    expect(find('bajra')).toEqual(['Bajra Roti', 'Kambu Koozh', 'Rajasthani Plate'])
    expect(find('kambu')).toEqual(['Kambu Koozh', 'Bajra Roti', 'Rajasthani Plate'])
    expect(find('बाजरा')).toEqual(['Kambu Koozh', 'Bajra Roti', 'Rajasthani Plate'])
  })

  it('may be of several words, which count together, beside others', () => {
    expect(find('pearl millet')[0]).toBe('Kambu Koozh')
    expect(find('Pearl Millet roti')[0]).toBe('Bajra Roti')
    expect(find('kali mirch')[0]).toBe('Pepper Rasam')
    expect(find('mirch')).toEqual(['Rajasthani Plate'])
    expect(find('kambu onion')[0]).toBe('Pearl Onion')
  })

  it('are found misspelt, too, below what was meant exactly', () => {
    expect(find('kaambu')).toEqual(['Kambu Koozh', 'Bajra Roti', 'Rajasthani Plate'])
    expect(find('pearl milet')[0]).toBe('Kambu Koozh')
    expect(find('pearl milet roti')[0]).toBe('Bajra Roti')
    expect(find('kaali mirch')[0]).toBe('Pepper Rasam')
    expect(find('plate')).toEqual(['Rajasthani Plate'])
  })
})

/** True when the words differ in one pair of neighbouring letters, exchanged. */
function isSwapped(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((letter, place) => letter !== other[place])
  const swapped = [...one.slice(0, at), one[at + 1], one[at], ...one.slice(at + 2)]
  return at >= 0 && one.length === other.length && swapped.join('|') === other.join('|')
}

/** The reference without an index: compares all words of the query with all words of all items. */
function foundOneByOne(words: readonly string[], things: readonly Findable[]): number[] {
  const query = words.join(' ')
  const hit = (wanted: string, word: string, least: number) => {
    if (word === wanted) return 1
    if (word.startsWith(wanted)) return 0.9
    if (isSwapped([...wanted], [...word])) return 0.8
    const isLong = wanted.length >= 6 && word.length > wanted.length
    const beginning = isLong ? 0.9 * alike(wanted, word.slice(0, wanted.length)) : 0
    const score = Math.max(alike(wanted, word), beginning)
    return score >= least ? score : 0
  }
  const judged = things.map((thing, at) => {
    const [name, about] = [wordsOf(thing.name), wordsOf(thing.about)]
    const bestOf = (wanted: string, among: string[], least: number) =>
      among.reduce((best, word) => Math.max(best, hit(wanted, word, least)), 0)
    const inNames = words.map((wanted) => bestOf(wanted, name, 0.3))
    const scores = words.map((wanted, which) => {
      const inName = inNames[which] ?? 0
      return inName >= 0.6 ? inName : Math.max(inName, 0.6 * bestOf(wanted, about, 0.5))
    })
    const score = scores.reduce((sum, one) => sum + one, 0) / scores.length
    const text = name.join(' ')
    const naming = text === query ? 2 : text.startsWith(query) ? 1 : 0
    return { at, score, naming, length: inNames.some((one) => one > 0) ? name.length : 1000 }
  })
  const best = Math.max(0, ...judged.map(({ score }) => score))
  return judged
    .filter(({ score }) => score >= Math.max(0.3, best / 2))
    .toSorted((a, b) => b.naming - a.naming || b.score - a.score || a.length - b.length)
    .slice(0, 20)
    .map(({ at }) => at)
}

describe('against the same rule without an index', () => {
  const shop: Findable[] = [
    ...SEED_PRODUCTS.map(({ name, description, ingredients, healthFocus }) => ({
      name,
      about: [description, ...(ingredients ?? []), ...(healthFocus ?? [])].join(' '),
    })),
    ...RECIPES.map(({ name, summary, ingredients }) => ({
      name,
      about: [summary, ...ingredients].join(' '),
    })),
  ]
  const known = [...new Set(shop.flatMap(({ name, about }) => wordsOf(`${name} ${about}`)))]
  const letter = fc.constantFrom(...'aeirgmnसइ1')
  /** A word of the shop with up to three letters dropped, doubled, swapped or replaced, or its beginning. */
  const misspelt = fc
    .tuple(
      fc.constantFrom(...known),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), letter), { maxLength: 3 }),
      fc.option(fc.integer({ min: 2, max: 9 })),
    )
    .map(([word, slips, cut]) => {
      const letters = [...word]
      for (const [where, kind, other] of slips) {
        const at = where % letters.length
        const here = letters[at] ?? ''
        const slip = [[], [here, here], [other], [letters[at + 1] ?? '', here]][kind] ?? []
        letters.splice(at, kind === 3 ? 2 : 1, ...slip)
        if (letters.length === 0) break
      }
      return letters.slice(0, cut ?? letters.length).join('')
    })
  const typed = fc.array(misspelt, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

  it('finds the same in the shop, in the same order, for any misspelling', () => {
    const made = createIndex(shop)
    fc.assert(
      fc.property(typed, (text) => {
        const { words } = readQuery(text)
        expect(made.find(words)).toEqual(words.length > 0 ? foundOneByOne(words, shop) : [])
      }),
      { numRuns: 50 },
    )
  })

  it('finds the same among any things', () => {
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 9 })
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
    const things = fc.array(fc.record({ name: text, about: text }), { maxLength: 30 })
    fc.assert(
      fc.property(things, fc.array(word, { minLength: 1, maxLength: 8 }), (made, query) => {
        const { words } = readQuery(query.join(' '))
        expect(createIndex(made).find(words)).toEqual(words.length > 0 ? foundOneByOne(words, made) : [])
      }),
      { numRuns: 100 },
    )
  })
})
