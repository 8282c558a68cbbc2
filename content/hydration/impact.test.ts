import { expect, it } from 'vitest'
import { FACTS } from '#content/facts.ts'
import { STAT_GROUPS } from '#content/hydration/impact.ts'

const cards = STAT_GROUPS.flatMap((group) => group.cards)

it.each(cards.filter(({ percentage }) => percentage !== null))(
  '$id draws the share that it states',
  (card) => {
    expect(card.stat).toContain(`${card.percentage}`)
  },
)

it('cites water as the story pages do', () => {
  const { figure, source, year } = FACTS.water
  const card = cards.find(({ id }) => id === 'water-farming')
  expect(card).toMatchObject({ stat: figure, source: `${source}, ${year}` })
})
