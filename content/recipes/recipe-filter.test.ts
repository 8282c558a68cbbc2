import { describe, expect, it } from 'vitest'
import { filterRecipes, NO_FILTER, readFilter, writeFilter } from './recipe-filter.ts'

const IDLI = {
  name: 'Idli',
  ingredients: ['1 sachet Ragi Meal Mix', '200 ml sour curd'],
  appliances: ['pan', 'electric-heater'],
  cookingMethod: ['steamed'],
} as const
const CRACKERS = {
  name: 'Crackers',
  ingredients: ['1 sachet Bajra Meal Mix', '3 tbsp olive oil'],
  appliances: ['oven'],
  cookingMethod: ['baked'],
} as const
const PULAO = {
  name: 'Bajra Pulao',
  ingredients: ['2 tbsp ghee'],
  appliances: ['pan'],
  cookingMethod: ['pan-fried', 'steamed'],
} as const
const ALL = [IDLI, CRACKERS, PULAO]

const names = (filter: Partial<typeof NO_FILTER>) =>
  filterRecipes<(typeof ALL)[number]>(ALL, { ...NO_FILTER, ...filter }).map(({ name }) => name)

describe('search', () => {
  it('finds part of a name or of any ingredient, in any case', () => {
    expect(names({ q: 'CRACK' })).toEqual(['Crackers'])
    expect(names({ q: 'bajra' })).toEqual(['Crackers', 'Bajra Pulao'])
    expect(names({ q: 'sour cURd' })).toEqual(['Idli'])
    expect(names({ q: 'paneer' })).toEqual([])
  })

  it('ignores blanks around the query; an empty query matches everything', () => {
    expect(names({ q: '  idli ' })).toEqual(['Idli'])
    expect(names({ q: '   ' })).toHaveLength(3)
  })
})

describe('filters', () => {
  it('match when any selected appliance or method is in the recipe', () => {
    expect(names({ appliances: ['oven', 'electric-heater'] })).toEqual(['Idli', 'Crackers'])
    expect(names({ methods: ['pan-fried'] })).toEqual(['Bajra Pulao'])
    expect(names({ methods: ['steamed', 'deep-fried'] })).toEqual(['Idli', 'Bajra Pulao'])
  })

  it('combine with each other and with the search', () => {
    expect(names({ appliances: ['pan'], methods: ['steamed'] })).toEqual(['Idli', 'Bajra Pulao'])
    expect(names({ q: 'ghee', appliances: ['pan'], methods: ['steamed'] })).toEqual(['Bajra Pulao'])
    expect(names({ q: 'ghee', appliances: ['oven'] })).toEqual([])
  })
})

describe('the URL', () => {
  it('round-trips a filter', () => {
    const filter = { q: 'sour curd', appliances: ['oven', 'pan'], methods: ['baked'] } as const
    const query = writeFilter({ ...filter, appliances: [...filter.appliances], methods: [...filter.methods] })
    expect(query).toBe('?q=sour+curd&appliance=oven&appliance=pan&method=baked')
    expect(readFilter(new URLSearchParams(query))).toEqual(filter)
  })

  it('is empty without a restriction', () => {
    expect(writeFilter({ ...NO_FILTER, q: '  ' })).toBe('')
    expect(readFilter(new URLSearchParams())).toEqual(NO_FILTER)
  })

  it('ignores unknown values and truncates the search', () => {
    const strange = new URLSearchParams(`appliance=tandoor&method=baked&method=baked&q=${'x'.repeat(500)}`)
    expect(readFilter(strange)).toEqual({ q: 'x'.repeat(80), appliances: [], methods: ['baked'] })
  })
})
