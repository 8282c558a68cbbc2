/** Takes a built stylesheet apart, so that the server can give each cached page the rules that it uses. */
import { transform } from 'lightningcss'
import { type AtRule, type Container, parse, type Rule } from 'postcss'
import type { Needs, StylePart, Stylesheet } from '#server/first-styles.ts'

/** No first paint shows these; the whole stylesheet brings them. */
const LATER = new Set(['hover', 'active', 'focus', 'focus-visible', 'focus-within'])
/** Parts of file and date fields and of what covers a page: no cached page has them before its scripts run. */
const RARE = /^(backdrop|file-selector-button|-webkit-(date|calendar))/
/** One of their selectors has to match. */
const CHOICES = new Set(['is', 'where', 'has', 'any'])

/** The parts of minified CSS, in their order. Throws for nested rules, which the build flattens. */
export function partsOf(css: string): Stylesheet {
  const root = parse(css)
  const rules: Rule[] = []
  const parts: StylePart[] = []
  const layers = new Set<string>()
  const collect = (container: Container, within: string[]) => {
    container.each((node) => {
      if (node.type === 'rule') {
        rules.push(node)
        const declarations = node.nodes.map((child) => {
          if (child.type !== 'decl') throw new Error(`a rule inside the rule ${node.selector}`)
          return `${child}`
        })
        parts.push({ within, selectors: [], declarations })
      } else if (node.type === 'atrule') takeAtRule(node, within)
    })
  }
  const takeAtRule = (rule: AtRule, within: string[]) => {
    const { name, params } = rule
    if (name === 'layer') for (const layer of params.split(',')) layers.add(layer.trim())
    if (name === 'property' || name === 'keyframes')
      parts.push({ within, kind: name, name: params, text: `${rule}` })
    // Only the stand-ins: fonts are fetched after the first paint.
    else if (name === 'font-face') {
      if (!`${rule}`.includes('url(')) parts.push({ within, kind: name, name: '', text: `${rule}` })
    } else if (rule.nodes && params !== 'print') collect(rule, [...within, `@${name} ${params}`])
  }
  collect(root, [])
  const needs = needsOf(rules.map(({ selector }) => selector))
  let at = 0
  for (const part of parts) {
    if (!('selectors' in part)) continue
    const { selectors = [] } = rules[at] ?? {}
    part.selectors = selectors.flatMap((text, index) => {
      const need = needs[at]?.[index]
      return need ? [{ text, needs: need }] : []
    })
    at += 1
  }
  return { layers: [...layers], parts }
}

type Component = {
  type: string
  name?: string
  kind?: string
  selectors?: Component[][] | null
  operation?: { operator: string; value: string } | null
  languages?: string[]
}

/** For each list of selectors what each asks of a page; null for what no first paint shows. */
function needsOf(lists: string[]): (Needs | null)[][] {
  const found: (Needs | null)[][] = []
  transform({
    filename: 'selectors.css',
    code: Buffer.from(lists.map((list) => `${list}{}`).join('\n')),
    visitor: {
      Rule: {
        style: ({ value }) => void found.push((value.selectors as Component[][]).map(needsOfSelector)),
      },
    },
  })
  if (found.length !== lists.length) throw new Error('not every selector was read')
  return found
}

function needsOfSelector(selector: Component[]): Needs | null {
  const needs: Needs = []
  for (const { type, name = '', kind = '', selectors, operation, languages = [] } of selector) {
    if (type === 'class') needs.push(`.${name}`)
    else if (type === 'id') needs.push(`#${name}`)
    else if (type === 'type') needs.push(name)
    else if (type === 'attribute')
      needs.push(operation?.operator === 'equal' ? `[${name}=${operation.value}` : `[${name}`)
    else if (type === 'pseudo-class' && LATER.has(kind)) return null
    else if (type === 'pseudo-element' && RARE.test(kind === 'custom' ? name : kind)) return null
    else if (type === 'pseudo-class' && kind === 'lang')
      needs.push(languages.map((language) => [`[lang=${language}`]))
    else if (type === 'pseudo-class' && CHOICES.has(kind))
      needs.push((selectors ?? []).map(needsOfSelector).filter((needed) => needed !== null))
  }
  return needs
}
