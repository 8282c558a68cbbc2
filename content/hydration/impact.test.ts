import { expect, it } from 'vitest'
import { FACTS } from '#content/facts.ts'
import { STAT_GROUPS } from '#content/hydration/impact.ts'

const cards = STAT_GROUPS.flatMap((group) => group.cards)

it.each(cards.filter(({ percentage }) => percentage !== null))(
  'card $id draws the percentage that it states',
  (card) => {
    expect(card.stat).toContain(`${card.percentage}`)
  },
)

it('the card about water has the figure and source of the story pages', () => {
  const { figure, source, year } = FACTS.water
  const card = cards.find(({ id }) => id === 'water-farming')
  expect(card).toMatchObject({ stat: figure, source: `${source}, ${year}` })
})
