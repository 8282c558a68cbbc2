import { globSync, readFileSync } from 'node:fs'
import { type AtRule, type ChildNode, parse, type Rule } from 'postcss'
import { expect, it } from 'vitest'

const APP = new URL('../', import.meta.url).pathname

/** Classes whose background an SVG draws, or whose state has a different shape. */
const OTHER_SIGNS = ['.person-on', '.read-on']

/** True for a rule inside `@media (forced-colors: active)`, also in nested at-rules. */
const isForced = ({ parent }: ChildNode): boolean =>
  parent?.type === 'atrule' && (/forced-colors/.test((parent as AtRule).params) || isForced(parent as AtRule))

const rulesOf = (file: string) => {
  const rules: Rule[] = []
  parse(readFileSync(APP + file, 'utf8')).walkRules((rule) => void rules.push(rule))
  return rules
}

it('draws each level in forced colours, which remove its background', () => {
  const levels = globSync('**/*.css', { cwd: APP }).flatMap((file) => {
    const rules = rulesOf(file)
    const forced = rules.filter(isForced).flatMap(({ selectors }) => selectors)
    return rules
      .filter((rule) => !isForced(rule))
      .flatMap(({ selectors }) => selectors)
      .filter((selector) => /^\.[a-z-]+-on$/.test(selector) && !OTHER_SIGNS.includes(selector))
      .map((selector) => ({ selector, isDrawn: forced.includes(selector) }))
  })
  expect(levels.map(({ selector }) => selector)).toEqual(expect.arrayContaining(['.heat-on', '.part-on']))
  expect(levels.filter(({ isDrawn }) => !isDrawn)).toEqual([])
})

it('outlines what is chosen or current in forced colours', () => {
  const outlined = rulesOf('kit/base.css').find((rule) => isForced(rule) && /outline/.test(rule.toString()))
  for (const state of ['aria-current', 'aria-pressed', 'aria-selected', 'data-open'])
    expect(outlined?.selector).toContain(`[${state}`)
})
